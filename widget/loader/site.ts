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
  greetings?: readonly LoaderGreeting[];
  /** Of a site that hides the button while it's closed, or greets by its hours: its openings and closings, and the UTC day that the script is of. */
  turns?: readonly number[];
  day?: number;
  /** 1: it hides the button while it's closed. */
  hides?: 1;
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
