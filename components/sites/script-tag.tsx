import { sitesCopy } from "#components/catalogs/sites.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { DemoLink } from "./demo-link.tsx";
import { installCode, scriptSource } from "./install-snippets.ts";

/** The script tag for the site's pages, and a link to a page to try it on. */
export function ScriptTag({ publicKey, baseUrl }: { publicKey: string; baseUrl: string }) {
  const [tag] = installCode("html", scriptSource(publicKey, baseUrl));
  return (
    <div className="grid justify-items-start gap-3 *:first:w-full">
      <CopyField label={sitesCopy.scriptTag} text={tag} />
      <DemoLink publicKey={publicKey} />
    </div>
  );
}
