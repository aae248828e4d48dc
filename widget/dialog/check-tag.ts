import { warn } from "../loader/guard.ts";
import { languageCode } from "../loader/settings.ts";

/** What one of the tag's data attributes says; "" where it is not there. */
export const attribute = (tag: Element | null | undefined, name: string) => tag?.getAttribute(`data-${name}`) ?? "";

/** Tells the page's developer of the tag's values that mean nothing; such a value counts as none. */
export function checkTag(tag: Element, languages: object): void {
  const check = (name: string, known: object, value = attribute(tag, name)) => {
    if (value && !Object.hasOwn(known, value)) warn(`data-${name}="${value}" is not known`);
  };
  check("language", languages, languageCode(attribute(tag, "language")));
  check("position", { left: 1, right: 1 });
  check("theme", { auto: 1, light: 1, dark: 1 });
}
