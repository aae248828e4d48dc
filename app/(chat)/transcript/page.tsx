import { headers } from "next/headers";
import { CopyPage } from "#components/rate/copy-page.tsx";
import { LANGUAGES, languageOf } from "#lib/sites/sites/languages.ts";
import { preferredLanguage } from "#platform/preferred-language.ts";

/** Confirms a visitor's address and emails them their conversation, with the link of an email. */
export default async function Transcript() {
  const language = preferredLanguage((await headers()).get("accept-language"), LANGUAGES);
  return <CopyPage language={languageOf(language)} />;
}
