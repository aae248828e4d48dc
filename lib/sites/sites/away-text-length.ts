/** How long a site's away text may be. In a file of its own, for the form in the browser. */
export const AWAY_TEXT_MAX = 500;
