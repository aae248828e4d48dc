export type SiteLook = {
  name: string;
  welcomeMessage: string;
  /** Whether replies can reach the visitor by email. Not known before the session is open. */
  emailReplies?: boolean;
};

/** Reads the site from the frame's document. Undefined if there is no such site. */
export function readSite(node: HTMLElement): (SiteLook & { key: string }) | undefined {
  const { key, name, welcome } = node.dataset;
  if (!key || !name || !welcome) return undefined;
  return { key, name, welcomeMessage: welcome };
}

/** Sets the site's color and the text color on it. The document's policy lets only a script do that. */
export function showAccent({ dataset }: HTMLElement): void {
  const { style } = document.documentElement;
  style.setProperty("--accent", dataset.color ?? "");
  style.setProperty("--on-accent", dataset.ink ?? "");
}
