import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { Moment } from "#components/time/moment.tsx";
import type { AttemptJson } from "#lib/outbox/webhooks/schema.ts";

const secondsOf = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** One attempt at a delivery: the request and the response, as text. */
export function Attempt({ attempt, payload }: { attempt: AttemptJson; payload: string }) {
  const { number, startedAt, durationMs, statusCode, failure, answer, requestHeaders } = attempt;
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`);
  return (
    <li className="grid gap-3 px-4 py-4 *:min-w-0">
      <div>
        <h3 className="font-medium">
          {statusCode === undefined ? webhooksCopy.attempt(number) : webhooksCopy.attemptResponse(number, statusCode)}
        </h3>
        <p className="text-sm text-quiet">
          {webhooksCopy.took(
            <Moment at={startedAt} form="date" />,
            <Moment at={startedAt} form="clock" />,
            secondsOf(durationMs),
          )}
        </p>
      </div>
      {failure && <p className="text-pretty text-danger">{failure.detail}</p>}
      <Folded label={webhooksCopy.request} text={`${headers.join("\n")}\n\n${payload}`} />
      {statusCode !== undefined && <Folded label={webhooksCopy.responseBody} text={answer ?? webhooksCopy.empty} />}
    </li>
  );
}

function Folded({ label, text }: { label: string; text: string }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded text-sm font-medium text-quiet hover:text-ink">{label}</summary>
      <SentText text={text} />
    </details>
  );
}

/** Text exactly as sent over the wire. */
export function SentText({ text }: { text: string }) {
  return (
    <pre
      dir="ltr"
      className="mt-2 rounded-lg border border-line bg-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
    >
      {text}
    </pre>
  );
}
