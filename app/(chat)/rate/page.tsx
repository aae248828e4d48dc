import { headers } from "next/headers";
import { RatePage } from "#components/rate/rate-page.tsx";
import { LANGUAGES, languageOf } from "#lib/sites/sites/languages.ts";
import { preferredLanguage } from "#platform/preferred-language.ts";

/** Rates a closed conversation, with the link of an email. */
export default async function Rate() {
  const language = preferredLanguage((await headers()).get("accept-language"), LANGUAGES);
  return <RatePage language={languageOf(language)} />;
}
