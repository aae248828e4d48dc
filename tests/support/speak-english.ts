import { panelWords } from "../../widget/words/en.ts";

globalThis.siteInboxWords = { language: "en", words: panelWords };
