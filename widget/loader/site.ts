/** What the server writes in front of the loader: all it knows about the site. */
export type LoaderSite = {
  key: string;
  base: string;
  /** The button's styles, and the path of its icon. Loaders of the first release have their own. */
  css: string;
  icon: string;
  /** Absent if the page decides. */
  corner?: string;
  theme?: string;
  /** Only of sites that have some. */
  greetings?: LoaderGreeting[];
  /** When the site opens and closes, in turn, in minutes since 1970, and the day on which that was written. */
  turns?: number[];
  day?: number;
};

/** A greeting, as far as the page needs to know it. */
export type LoaderGreeting = {
  name: string;
  /** Absent if it's for some languages only. */
  text?: string | undefined;
  texts?: { [language: string]: string };
  /** A regular expression of paths. Absent: all pages. */
  pages?: string;
  /** The seconds on such pages until it's shown, counted down. Absent: only the page's own call shows it. */
  after?: number;
  /** 1: only while the site is open. 0: only while it's closed. */
  open?: number;
};
