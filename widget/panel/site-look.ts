/** What can be sent to a site. */
export type FileLimits = { kinds: readonly string[]; maxSize: number; maxCount: number };

export type SiteLook = {
  name: string;
  welcomeMessage: string;
  /** What the site suggests asking. */
  starterQuestions?: string[];
  /** The site's mark: its logo, or else the path of an icon, or else a letter. */
  logoUrl?: string;
  mark?: string;
  letter?: string;
  /** Who replies, and in how many minutes usually. */
  personName?: string;
  replyMinutes?: number;
  /** The photo of who replies. Not known before the session is open. */
  personPhotoUrl?: string;
  /** Whether replies can reach the visitor by email. Not known before the session is open. */
  emailReplies?: boolean;
  /** After how many minutes without a reply the visitor is asked for their email. */
  emailCardMinutes?: number | null;
  /** Whether it stores which pages the visitor is on. Not known before the session is open. */
  visitorDetails?: boolean;
  /** Which files it accepts. Not known before the session is open. */
  files?: FileLimits;
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
