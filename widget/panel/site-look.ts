import { inkOn } from "../../lib/sites/contrast.ts";

export type SiteLook = { name: string; accentColor: string; welcomeMessage: string };

/** The site as the frame's document describes it; undefined when there is no such site. */
export function readSite(node: HTMLElement): (SiteLook & { key: string }) | undefined {
  const { key, name, color, welcome } = node.dataset;
  if (!key || !name || !color || !welcome) return undefined;
  return { key, name, accentColor: color, welcomeMessage: welcome };
}

export function showAccent(color: string): void {
  const { style } = document.documentElement;
  style.setProperty("--accent", color);
  style.setProperty("--on-accent", inkOn(color));
}
