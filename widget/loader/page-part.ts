import type { LoaderSite } from "./site.ts";

export type Handler = (count?: number) => void;
export type Handlers = Set<[event: string, handler: Handler]>;

/** A call of `SiteInbox` as it was made. An empty one is ignored. */
export type Call = unknown[];

/**
 * What the loader passes to the second script. A page may stay open across an update, so the second script keeps
 * supporting the loaders of the first release, which pass no language, tag and calls, but their words.
 */
export type PagePart = {
  site: LoaderSite;
  language?: string;
  root: ShadowRoot;
  launcher: HTMLButtonElement;
  /** Aborted when the page destroys the widget. */
  signal: AbortSignal;
  /** The script's tag. */
  tag?: Element | null;
  /** The second script's listeners, set again after the page has removed them. */
  listen?: () => void;
  /** The calls still to run, in order. */
  calls?: Call[];
  /** What loaders of the first release read from the tag themselves. */
  settings?: { language: string; theme: string };
  /**
   * The page's own handlers. Old loaders keep these and the fields below; otherwise they belong to the second script.
   */
  handlers?: Handlers;
  /** What the page last said about its visitor. */
  visitor?: unknown;
  /** Whether the frame still has to forget a visitor. */
  isLeaving?: boolean;
  /** The name of the greeting that the page itself wants to be shown. 0: the visitor has closed one. */
  called?: unknown;
  /** The greeting that the visitor replies to, until the frame has it. */
  greeting?: string | undefined;
  /** Whether the chat is closed and the visitor has no open conversation. Undefined as long as nothing is loaded. */
  mayGreet?: boolean | undefined;
};

/** The second script's interface: `run` runs the queued calls. The others are for loaders of the first release. */
export type Dialog = {
  [command in "run" | "open" | "close" | "toggle" | "identify" | "logout" | "prepare"]: () => void;
};
