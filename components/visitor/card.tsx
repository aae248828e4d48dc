"use client";

import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { visitorCopy } from "#components/catalogs/visitor.tsx";
import { Moment } from "#components/time/moment.tsx";
import type { CardJson, CardResponse } from "#lib/desk/cards/schema.ts";

// What this tab has seen, so that going back to a conversation shows it at once.
const seen = new Map<string, CardResponse>();

/** Shows what the site's own server says about a conversation's visitor. It's fetched after everything else. */
export function Card({ conversationId }: { conversationId: string }) {
  const [response, setResponse] = useState<CardResponse | undefined>(() => seen.get(conversationId));
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try fetches again.
  useEffect(() => {
    let isCurrent = true;
    const fetchCard = async () => {
      setBusy(true);
      const result = await callApi<CardResponse>(`/conversations/${conversationId}/card`);
      const known = seen.get(conversationId)?.card;
      const problem = result.ok ? undefined : { code: "failed", detail: result.problem.words };
      const next = result.ok ? result.value : { ...(known && { card: known }), ...(problem && { failure: problem }) };
      seen.set(conversationId, next);
      if (!isCurrent) return;
      setResponse(next);
      setBusy(false);
    };
    void fetchCard();
    return () => {
      isCurrent = false;
    };
  }, [conversationId, tries]);

  return (
    <section aria-label={visitorCopy.card} aria-busy={isBusy} className="mt-5 border-t border-line pt-4">
      <h3 className="text-xs text-quiet">{visitorCopy.card}</h3>
      {!response && <p className="late mt-1.5 text-sm text-quiet">{visitorCopy.cardLoading}</p>}
      {response?.card && <CardLines card={response.card} />}
      {response?.failure && (
        <p
          role="status"
          className="mt-1.5 text-xs text-quiet text-pretty wrap-anywhere"
          title={response.failure.detail}
        >
          {response.card
            ? visitorCopy.cardOutdated(<Moment at={response.card.at} form="past" />)
            : visitorCopy.cardFailed}{" "}
          <button
            type="button"
            disabled={isBusy}
            onClick={() => setTries((count) => count + 1)}
            className="font-medium text-accent underline underline-offset-3 disabled:opacity-60 pointer-coarse:py-2"
          >
            {visitorCopy.tryAgain}
          </button>
        </p>
      )}
    </section>
  );
}

/** The lines of a card, in its server's order. */
export function CardLines({ card: { lines } }: { card: CardJson }) {
  if (lines.length === 0) return <p className="mt-1.5 text-sm text-quiet">{visitorCopy.cardEmpty}</p>;
  // Two lines may be the same.
  const keyed = lines.map((line, at) => ({ ...line, key: `${at} ${line.label}` }));
  return (
    <dl className="mt-1.5 grid gap-1.5">
      {keyed.map(({ key, label, value, url }) => (
        <div key={key} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt className="min-w-0 text-xs text-quiet wrap-anywhere">
            <bdi>{label}</bdi>
          </dt>
          <dd className="min-w-0 wrap-anywhere">{url ? <CardLink url={url} value={value} /> : <bdi>{value}</bdi>}</dd>
        </div>
      ))}
    </dl>
  );
}

// The server has checked that it's an https or mailto link.
function CardLink({ url, value }: { url: string; value: string }) {
  const isMail = url.startsWith("mailto:");
  return (
    <a
      href={url}
      {...(!isMail && { target: "_blank", rel: "noopener noreferrer" })}
      className="text-accent underline underline-offset-3"
    >
      <bdi>{value}</bdi>
      {!isMail && <span className="sr-only"> {generalCopy.opensInNewTab}</span>}
    </a>
  );
}
