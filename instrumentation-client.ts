import { followTranslators } from "#client/translated-texts.ts";

/*
 * Runs before anything else of ours in a page. The pages' content security policy takes no text where a browser would run
 * it, unless this policy lets it through: the address of a script that we built, or of the widget on the demo page.
 */
type PolicyFactory = {
  createPolicy(name: "default", rules: { createScriptURL(address: string): string | null }): void;
};

const OWN_SCRIPTS = /^\/(_next\/static\/|(widget|service-worker)\.js$)/;

(window as Window & { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy("default", {
  createScriptURL: (address) => {
    const { origin, pathname } = new URL(address, location.href);
    return origin === location.origin && OWN_SCRIPTS.test(pathname) ? address : null;
  },
});

followTranslators(document);
