import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { AskWords, DialogWords, LoaderWords, PanelWords, RatingWords } from "../../widget/words/en.ts";

export type WordFile = {
  loaderWords: LoaderWords;
  dialogWords: DialogWords;
  panelWords: PanelWords;
  ratingWords: RatingWords;
  askWords: AskWords;
};

const FOLDER = join(import.meta.dirname, "../../widget/words");

/** The languages that the widget speaks: one for each file of words. */
export const LANGUAGES = readdirSync(FOLDER).map((name) => name.replace(/\.ts$/, ""));

export async function readWords(language: string): Promise<WordFile> {
  return (await import(join(FOLDER, `${language}.ts`))) as WordFile;
}
