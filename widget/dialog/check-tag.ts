import { warn } from "../loader/guard.ts";
import { languageCode } from "../loader/settings.ts";

/** Returns one of the tag's data attributes, or "". */
export const attribute = (tag: Element | null | undefined, name: string) => tag?.getAttribute(`data-${name}`) ?? "";

/** Warns the page's developer about invalid attributes, which are ignored. */
export function checkTag(tag: Element, languages: object): void {
  const check = (name: string, known: object, value = attribute(tag, name)) => {
    if (value && !Object.hasOwn(known, value)) warn(`data-${name}="${value}" is not known`);
  };
  check("language", languages, languageCode(attribute(tag, "language")));
  check("position", { left: 1, right: 1 });
  check("theme", { auto: 1, light: 1, dark: 1 });
}
