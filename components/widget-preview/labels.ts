import type { Language } from "#lib/sites/sites/languages.ts";
import { panelWords as ar, askWords as arAsk } from "../../widget/words/ar.ts";
import { panelWords as de, askWords as deAsk } from "../../widget/words/de.ts";
import { panelWords as en, askWords as enAsk } from "../../widget/words/en.ts";
import { panelWords as es, askWords as esAsk } from "../../widget/words/es.ts";
import { panelWords as fr, askWords as frAsk } from "../../widget/words/fr.ts";
import { panelWords as ja, askWords as jaAsk } from "../../widget/words/ja.ts";
import { panelWords as pt, askWords as ptAsk } from "../../widget/words/pt.ts";

const NAMES = ["automatic", "compose", "contact", "email", "now", "optional", "placeholder", "send"] as const;

/** The few of the widget's own labels that its preview shows. */
export type PreviewLabels = { [name in (typeof NAMES)[number] | "ask"]: string };

/** Returns the labels in each language. Pages pass them on, so that browsers don't load all the widget's texts. */
export const previewLabels = (): { [language in Language]: PreviewLabels } => ({
  ar: { ...pick(ar), ask: arAsk.ask },
  de: { ...pick(de), ask: deAsk.ask },
  en: { ...pick(en), ask: enAsk.ask },
  es: { ...pick(es), ask: esAsk.ask },
  fr: { ...pick(fr), ask: frAsk.ask },
  ja: { ...pick(ja), ask: jaAsk.ask },
  pt: { ...pick(pt), ask: ptAsk.ask },
});

type Picked = Omit<PreviewLabels, "ask">;
const pick = (words: Picked): Picked => Object.fromEntries(NAMES.map((name) => [name, words[name]])) as Picked;
