/** What the server writes in front of the loader: all it knows about the site. */
export type LoaderSite = { key: string; base: string; color: string; ink: string };
