import type { Language } from "#lib/sites/sites/languages.ts";
import { panelWords as ar } from "../../widget/words/ar.ts";
import { panelWords as de } from "../../widget/words/de.ts";
import { panelWords as en } from "../../widget/words/en.ts";
import { panelWords as es } from "../../widget/words/es.ts";
import { panelWords as fr } from "../../widget/words/fr.ts";
import { panelWords as ja } from "../../widget/words/ja.ts";
import { panelWords as pt } from "../../widget/words/pt.ts";

const NAMES = ["automatic", "compose", "contact", "email", "now", "placeholder", "send"] as const;

/** The few of the widget's own labels that its preview shows. */
export type PreviewLabels = { [name in (typeof NAMES)[number]]: string };

/** Returns the labels in each language. Pages pass them on, so that browsers don't load all the widget's texts. */
export const previewLabels = (): { [language in Language]: PreviewLabels } => ({
  ar: pick(ar),
  de: pick(de),
  en: pick(en),
  es: pick(es),
  fr: pick(fr),
  ja: pick(ja),
  pt: pick(pt),
});

const pick = (words: PreviewLabels): PreviewLabels =>
  Object.fromEntries(NAMES.map((name) => [name, words[name]])) as PreviewLabels;
