"use client";

import { useRouter } from "next/navigation";
import { useRef, useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { mailStatusCopy } from "#components/catalogs/mail-status.tsx";
import { Moment } from "#components/time/moment.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { DownloadLink } from "#components/ui/download-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { ReceivedMailJson } from "#lib/notify/mail-status/schema.ts";
import { sizeWords } from "#platform/size-words.ts";

const TONES = { good: "text-accent", quiet: "text-ink", problem: "text-danger" };

function endOf({ status, reason }: ReceivedMailJson) {
  // They may still be sent.
  if (reason === "asked" || reason === "held") return { label: mailStatusCopy.waits, tone: "quiet" as const };
  return mailStatusCopy.statuses[status] ?? { label: wordsOf(status), tone: "quiet" as const };
}
// A newer version may have stored others.
const wordsOf = (code: string) => (/^[a-z_]+$/.test(code) ? sentence(code.replaceAll("_", " ")) : code);
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The last received emails: what became of each, why, and what can be done about it. */
export function ReceivedMails({ received }: { received: readonly ReceivedMailJson[] }) {
  const router = useRouter();
  const list = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState<{ done?: string; problem?: string }>({});
  const [busy, startTransition] = useTransition();

  const readAgain = ({ id }: ReceivedMailJson) =>
    startTransition(async () => {
      const result = await callApi(`/status/mail/${id}/retry`, { method: "POST" });
      if (!result.ok && result.problem.code !== "not_found") return setSaid({ problem: result.problem.words });
      setSaid({ done: mailStatusCopy.readingAgain });
      router.refresh();
      list.current?.focus();
    });

  return (
    <div ref={list} tabIndex={-1} className="grid gap-4 *:min-w-0 focus:outline-none">
      <Notice tone="done">{said.done}</Notice>
      <Notice tone="problem">{said.problem}</Notice>
      {received.length === 0 ? (
        <p className="text-quiet">{mailStatusCopy.nothing}</p>
      ) : (
        <ul aria-label={mailStatusCopy.received} className="divide-y divide-line rounded-lg border border-line">
          {received.map((mail) => (
            <ReceivedRow key={mail.id} mail={mail} busy={busy} onReadAgain={() => readAgain(mail)} />
          ))}
        </ul>
      )}
    </div>
  );
}

type RowProps = { mail: ReceivedMailJson; busy: boolean; onReadAgain: () => void };

function ReceivedRow({ mail, busy, onReadAgain }: RowProps) {
  const { id, at, reason, from, size, hasOriginal, canRetry } = mail;
  const { label, tone } = endOf(mail);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <p className={`font-medium ${TONES[tone]}`}>{label}</p>
        {reason && <p className="text-pretty">{mailStatusCopy.reasons[reason] ?? wordsOf(reason)}</p>}
        <p className="mt-0.5 text-sm text-quiet">
          <Moment at={at} form="short" /> · {sizeWords(size)}
          {from && <> · {mailStatusCopy.from(<bdi>{from}</bdi>)}</>}
        </p>
      </div>
      {(hasOriginal || canRetry) && (
        <div className="flex flex-wrap gap-2">
          {canRetry && (
            <Button busy={busy} onClick={onReadAgain}>
              {mailStatusCopy.readAgain}
            </Button>
          )}
          {hasOriginal && (
            <DownloadLink href={`/status/mail/${id}/original`} className={buttonClass("plain")}>
              {mailStatusCopy.original}
            </DownloadLink>
          )}
        </div>
      )}
    </li>
  );
}
