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
  /** Of a site that hides the button while it's closed: its openings and closings, and the UTC day that the script is of. */
  turns?: readonly number[];
  day?: number;
};
