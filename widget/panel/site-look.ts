export type SiteLook = { name: string; welcomeMessage: string };

/** The site as the frame's document describes it; undefined when there is no such site. */
export function readSite(node: HTMLElement): (SiteLook & { key: string }) | undefined {
  const { key, name, welcome } = node.dataset;
  if (!key || !name || !welcome) return undefined;
  return { key, name, welcomeMessage: welcome };
}

/** Its colour, and the one that can be read on it; the document's policy lets nothing but a script set them. */
export function showAccent({ dataset }: HTMLElement): void {
  const { style } = document.documentElement;
  style.setProperty("--accent", dataset.color ?? "");
  style.setProperty("--on-accent", dataset.ink ?? "");
}
