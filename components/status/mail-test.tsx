"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { mailStatusCopy } from "#components/catalogs/mail-status.tsx";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { MailTestJson } from "#lib/notify/mail-status/schema.ts";

const LOOK_EVERY_MS = 3_000;

const secondsWords = (seconds: number) =>
  seconds.toLocaleString("en", { style: "unit", unit: "second", unitDisplay: "long", maximumFractionDigits: 1 });

/** Sends an email that's to come back, and says when it did and what was said of it. */
export function MailTest({ test, canSend }: { test: MailTestJson | null; canSend: boolean }) {
  const router = useRouter();
  const [problem, setProblem] = useState<string>();
  const [busy, startTransition] = useTransition();
  const isWaiting = test?.state === "waiting";

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => router.refresh(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting, router]);

  const send = () =>
    startTransition(async () => {
      const result = await callApi("/status/mail/test", { method: "POST" });
      setProblem(result.ok ? undefined : result.problem.words);
      if (result.ok) router.refresh();
    });

  if (!canSend) return <p className="text-quiet">{mailStatusCopy.cantTest}</p>;
  return (
    <div className="grid justify-items-start gap-3 *:max-w-full *:min-w-0">
      <Button busy={busy || isWaiting} onClick={send}>
        {mailStatusCopy.send}
      </Button>
      <Notice tone="problem">{problem}</Notice>
      <div role="status" className="grid gap-1 wrap-anywhere">
        {test && <Outcome test={test} />}
      </div>
    </div>
  );
}

function Outcome({ test }: { test: MailTestJson }) {
  const { state, startedAt, seconds, reason, results, dkim } = test;
  const at = <Moment at={startedAt} form="past" />;
  if (state === "waiting") {
    return (
      <p>
        {mailStatusCopy.sent(at)} {reason}
      </p>
    );
  }
  if (state === "late") return <p className="text-pretty text-danger">{mailStatusCopy.late(at)}</p>;
  if (state === "failed") return <p className="text-pretty text-danger">{mailStatusCopy.testFailed(reason)}</p>;
  return (
    <>
      <p className="font-medium">{mailStatusCopy.back(secondsWords(seconds ?? 0))}</p>
      {dkim.length === 0 && <p>{mailStatusCopy.unsigned}</p>}
      {dkim.map(({ domain, passes }) => (
        <p key={`${domain} ${passes}`}>
          {passes ? mailStatusCopy.signed(<bdi>{domain}</bdi>) : mailStatusCopy.badlySigned(<bdi>{domain}</bdi>)}
        </p>
      ))}
      <p>{results === null ? mailStatusCopy.noResults : mailStatusCopy.results}</p>
      {results !== null && (
        <p dir="ltr" className="rounded-lg bg-sunken px-3 py-2 font-mono text-sm">
          {results}
        </p>
      )}
    </>
  );
}
