import type { SiteAppearance } from "../../sites/sites/schema.ts";

/** Paths of line icons in a box of 24 by 24, drawn with round strokes 2 wide. */

const BUBBLE = "M8.6 19 3 21l2-5.6a8.5 8.5 0 1 1 3.6 3.6z";

export const LAUNCHER_ICONS: Readonly<Record<SiteAppearance["launcherIcon"], string>> = {
  bubble: BUBBLE,
  dots: `${BUBBLE}M8.5 11.5h0M12.5 11.5h0M16.5 11.5h0`,
  question: "M8 9a4 4 0 1 1 6 3.5c-1.2.7-2 1.4-2 2.5M12 19h0",
  envelope: "M3 6h18v13H3zM3 7l9 7 9-7",
};

/** The site's marks. A letter isn't drawn as a path. */
export const MARKS: Readonly<Record<SiteAppearance["mark"], string>> = {
  letter: "",
  chat: BUBBLE,
  help: LAUNCHER_ICONS.question,
  heart: "M12 20.5l-8-8a5 5 0 0 1 7-7l1 1 1-1a5 5 0 0 1 7 7z",
  star: "M12 3l2.8 5.7 6.2.9-4.5 4.4 1.1 6.2-5.6-3-5.6 3 1.1-6.2L3 9.6l6.2-.9z",
  store: "M5 4h14l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0zM5 13v7h14v-7",
  bolt: "M13 2 4 14h7l-1 8 9-12h-7z",
  leaf: "M6 19C4 10 10 4 20 4c0 11-6 16-14 15M5 21c1-5 4-9 9-11",
};
