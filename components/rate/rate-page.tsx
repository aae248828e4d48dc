"use client";

import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useLinkToken } from "#components/mail/use-link-token.ts";
import type { RatingLinkResponse } from "#lib/desk/ratings/schema.ts";
import type { Language } from "#lib/sites/sites/languages.ts";
import { RateForm } from "./rate-form.tsx";
import { VisitorPage } from "./visitor-page.tsx";
import { RATE_WORDS } from "./words.ts";

/** Why there's nothing to rate. */
type Refusal = "incomplete" | "gone" | "closed" | "failed";
type Came = { link?: RatingLinkResponse; refusal?: Refusal };

const REFUSALS: { [code in string]?: Refusal } = {
  link_gone: "gone",
  rating_closed: "closed",
  invalid_request: "incomplete",
};

/**
 * Rates a conversation with the link of an email. Opening it stores nothing, so link scanners, even with a browser, rate nothing.
 * The page is in the visitor's language; until that's known, in the browser's.
 */
export function RatePage({ language: browsers }: { language: Language }) {
  const token = useLinkToken();
  const [{ link, refusal }, setCame] = useState<Came>({});
  useEffect(() => {
    if (!token) return;
    const open = async () => {
      const result = await callApi<RatingLinkResponse>("/public/rating/preview", { method: "POST", body: { token } });
      setCame(result.ok ? { link: result.value } : { refusal: REFUSALS[result.problem.code] ?? "failed" });
    };
    void open();
  }, [token]);

  const language = link?.language ?? browsers;
  const words = RATE_WORDS[language];
  if (token === "") return <VisitorPage language={language} title={words.incompleteTitle} hint={words.incomplete} />;
  if (refusal) {
    const shown = {
      incomplete: [words.incompleteTitle, words.incomplete],
      gone: [words.goneTitle, words.rateGone],
      closed: [words.closedTitle, words.closed],
      failed: [words.ask, words.failed],
    } as const;
    const [title, hint] = shown[refusal];
    return <VisitorPage language={language} title={title} hint={hint} />;
  }
  if (!link || !token) return <VisitorPage language={language} title={words.ask} hint={words.loading} />;
  const { siteName, logoUrl, score } = link;
  return (
    <VisitorPage language={language} title={words.title.replace("{site}", () => siteName)} logoUrl={logoUrl}>
      <RateForm
        token={token}
        words={words}
        score={score}
        onRefused={(code) => {
          const isOver = REFUSALS[code];
          // It stays in the visitor's language.
          if (isOver) setCame({ link, refusal: isOver });
          return isOver !== undefined;
        }}
      />
    </VisitorPage>
  );
}
