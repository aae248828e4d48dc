export type SiteLook = {
  name: string;
  welcomeMessage: string;
  /** The path of the site's icon, "" for a letter. */
  mark?: string;
  /** Whether replies can reach the visitor by email. Not known before the session is open. */
  emailReplies?: boolean;
};

/** Reads the site from the frame's document. Undefined if there is no such site. */
export function readSite(node: HTMLElement): (SiteLook & { key: string }) | undefined {
  const { key, name, welcome, mark = "" } = node.dataset;
  if (!key || !name || !welcome) return undefined;
  return { key, name, welcomeMessage: welcome, mark };
}

/** Sets the site's colors and the text colors on them. The document's policy lets only a script do that. */
export function showAccent({ dataset }: HTMLElement): void {
  for (const name of ["color", "ink", "dark", "darkink"])
    document.documentElement.style.setProperty(`--site-${name}`, dataset[name] ?? "");
}
