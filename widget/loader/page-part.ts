import type { Handlers } from "./handlers.ts";
import type { Settings } from "./settings.ts";
import type { LoaderSite } from "./site.ts";

/**
 * What the loader hands to the second script. A page may be open while the service is renewed, so both have to go on
 * understanding what the other's last release said.
 */
export type PagePart = {
  site: LoaderSite;
  settings: Settings;
  words: { open: string; failed: string };
  root: ShadowRoot;
  launcher: HTMLButtonElement;
  /** Aborted when the page wants the widget gone. */
  signal: AbortSignal;
  handlers: Handlers;
  /** What the page last said of its visitor. */
  visitor: unknown;
  /** Whether what the frame keeps of a visitor is still to be forgotten. */
  isLeaving: boolean;
};

/** What the second script can be asked for, by the names of the page's commands; `prepare` opens the frame unseen. */
export type Dialog = {
  [command in "open" | "close" | "toggle" | "identify" | "logout" | "prepare"]: () => void;
};
