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
};
