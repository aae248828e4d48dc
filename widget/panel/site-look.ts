import type { WidgetSessionResponse } from "#lib/widget/widget-sessions/schema.ts";

type Site = WidgetSessionResponse["site"];

/** What can be sent to a site. */
export type FileLimits = Site["files"];

/** A site as its visitors see it. The frame's document has only some of it, before the session is open. */
export type SiteLook = Pick<Site, "name" | "welcomeMessage"> &
  Partial<Site> & {
    /** The site's mark, if it has no logo: the path of an icon, or else a letter. */
    mark?: string;
    letter?: string;
    /** There's a line under the site's name: who replies, how soon, or when someone is there. */
    hasPresence?: true;
    /** How far the service's clock is ahead of this device's, in milliseconds. Undefined until the session is open. */
    skew?: number;
    /** Whether the visitor's email was stored when the session was opened. */
    emailKnown?: boolean;
  };

type SiteOfFrame = SiteLook & { key: string; colors: { [name: string]: string } };

/** Reads the site from the frame's document. Undefined if there is no such site. */
export function readSite({ dataset }: HTMLElement): SiteOfFrame | undefined {
  return dataset.site && JSON.parse(dataset.site);
}

/** Sets the site's colors and the text colors on them. The document's policy lets only a script do that. */
export function showColors({ colors }: SiteOfFrame): void {
  for (const [name, color] of Object.entries(colors)) {
    document.documentElement.style.setProperty(`--site-${name}`, color);
  }
}
