import type { ApiResult } from "#components/api/call-api.ts";
import { fieldProblem } from "#components/api/problem.ts";
import { greetingsCopy } from "#components/catalogs/greetings.tsx";
import { readWords } from "#components/sites/words-field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { GREETING_TIMES } from "#lib/sites/greetings/limits.ts";
import type { GreetingJson } from "#lib/sites/greetings/schema.ts";
import { hostOfDomain, originAllowed } from "#lib/sites/sites/domain.ts";
import { LANGUAGES, type Language } from "#lib/sites/sites/languages.ts";

const COMMA = /\s*[,\n]\s*/;
const NAME_MAX = 40;
const VALID_NAME = /^[a-z0-9-]{1,40}$/;
const ACCENTS = /\p{M}/gu;

export type GreetingFields = Omit<GreetingJson, "id" | "active" | "createdAt" | "updatedAt">;

export const NEW_GREETING: GreetingFields = {
  name: "",
  text: "",
  texts: {},
  pages: [],
  afterSeconds: 20,
  languages: [],
  hours: "any",
  onlyByName: false,
};

export function fieldsOf({
  id: _,
  active: __,
  createdAt: ___,
  updatedAt: ____,
  ...fields
}: GreetingJson): GreetingFields {
  return fields;
}

/** Reads the form, with the name and the pages corrected. */
export const readGreeting = (form: FormData, domain: string | null): GreetingFields => ({
  name: greetingName(textOf(form, "name")),
  text: textOf(form, "text").trim(),
  texts: Object.fromEntries(
    LANGUAGES.map((language) => [language, readWords(form, "text", language)] as const).filter(([, text]) => text),
  ),
  pages: greetingPages(textOf(form, "pages"), domain),
  afterSeconds: Number(textOf(form, "afterSeconds")),
  languages: textOf(form, "languages").split(",").filter(Boolean) as Language[],
  hours: GREETING_TIMES.find((time) => time === textOf(form, "hours")) ?? "any",
  onlyByName: form.has("onlyByName"),
});

/** Corrects a name to one that a greeting can have: "Pricing page" to "pricing-page". One without a letter of it stays. */
export function greetingName(typed: string): string {
  if (VALID_NAME.test(typed)) return typed;
  const name = typed
    .normalize("NFKD")
    .replace(ACCENTS, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, NAME_MAX)
    .replace(/-$/, "");
  return name || typed.trim();
}

/** Splits a list of pages, and corrects each to a path. */
export const greetingPages = (typed: string, domain: string | null): string[] =>
  typed
    .trim()
    .split(COMMA)
    .filter(Boolean)
    .map((page) => pathOf(page, domain));

/** Corrects "pricing" to "/pricing", and an address of the site to its path. Another site's stays. */
function pathOf(page: string, domain: string | null): string {
  if (/^[/#*]/.test(page) && !page.startsWith("//")) return page;
  const url = urlOf(page, domain);
  if (url === undefined) return `/${page}`;
  if (!originAllowed(domain, url.origin, "")) return page;
  // Only some fragments are pages.
  return decoded(url.pathname) + (/^#[/!]/.test(url.hash) ? url.hash : "");
}

/** Reads an address, with or without a scheme. Undefined for a path: without a scheme, only the site's own domain is one. */
function urlOf(page: string, domain: string | null): URL | undefined {
  const hasScheme = /^(https?:)?\/\//i.test(page);
  const address = hasScheme ? page.replace(/^\/\//, "https://") : `https://${page}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (hasScheme) return url;
  return url && hostOfDomain(domain) !== null && originAllowed(domain, url.origin, "") ? url : undefined;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Returns what keeps a greeting from being sent, in the words of its form. */
export function problemOf({ name, text, texts }: GreetingFields): (ApiResult<never> & { ok: false }) | undefined {
  if (!name) return fieldProblem("name", greetingsCopy.noName);
  if (!text)
    return fieldProblem("text", Object.keys(texts).length > 0 ? greetingsCopy.noOtherText : greetingsCopy.noText);
  return undefined;
}

/** The API names a translation's error after `texts`. */
export const errorsOf = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([path, words]) => [path.replace(/^texts\./, "text."), words]));
