import type { LoaderWords } from "../words/en.ts";
import type { LoaderSite } from "./site.ts";

export type Handler = (count?: number) => void;
export type Handlers = Set<[event: string, handler: Handler]>;

/** A call of `SiteInbox`, as it was made; an empty one counts as none. */
export type Call = unknown[];

/**
 * What the loader hands to the second script. A page may be open while the service is renewed, so the second script has to go
 * on understanding the loaders of the first release, which bring no language, tag and calls.
 */
export type PagePart = {
  site: LoaderSite;
  language?: string;
  words: LoaderWords;
  root: ShadowRoot;
  launcher: HTMLButtonElement;
  /** Aborted when the page wants the widget gone. */
  signal: AbortSignal;
  /** The script's tag. */
  tag?: Element | null;
  /** What is still to be done, in order. */
  calls?: Call[];
  /** What loaders of the first release read from the tag themselves. */
  settings?: { language: string; theme: string };
  /** The page's own handlers. Those loaders kept them, and what follows; else it is the second script's own. */
  handlers?: Handlers;
  /** What the page last said of its visitor. */
  visitor?: unknown;
  /** Whether what the frame keeps of a visitor is still to be forgotten. */
  isLeaving?: boolean;
};

/** What the second script can be asked for: `run` does the calls that wait. The others are for loaders of the first release. */
export type Dialog = {
  [command in "run" | "open" | "close" | "toggle" | "identify" | "logout" | "prepare"]: () => void;
};
