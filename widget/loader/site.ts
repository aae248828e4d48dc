/** What the server puts in front of the loader: all that it knows about the site. */
export type LoaderSite = { key: string; base: string; color: string; ink: string };
