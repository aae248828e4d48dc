import type { MailHop, WebhookHop } from "#lib/deliveries/schema.ts";

/** How far a message has come on one of its ways, in words. */
export type Told = { state: "done" | "waiting" | "problem" | "off"; text: string; what?: string };

const AGAIN = "It is tried again by itself, for more than a day.";
const NOBODY =
  "Nothing has been tried yet. If it stays so, nothing carries out jobs: with JOBS=off, npm run jobs has to run too.";

const seconds = (ms: number) => (ms < 1_000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** From one moment of the server's clock to another. */
const after = (from: string, to: string) => `after ${seconds(Date.parse(to) - Date.parse(from))}`;

export const storedWords = (ms: number): Told => ({ state: "done", text: `Stored, ${seconds(ms)} after you sent it.` });

export function liveWords(ms: number | undefined, isLate: boolean): Told {
  if (ms !== undefined) return { state: "done", text: `In your inbox, live, ${seconds(ms)} after you sent it.` };
  if (!isLate) return { state: "waiting", text: "On its way to your inbox." };
  return {
    state: "problem",
    text: "Stored, but it did not show here by itself.",
    what: "Something between this browser and the service holds back streams, as a proxy that buffers does. The inbox asks every few seconds instead.",
  };
}

/** `isLong`: so much time has gone by that whoever carries it out should have begun. */
export function mailWords({ state, at, attempts, reason = "" }: MailHop, storedAt: string, isLong: boolean): Told {
  switch (state) {
    case "off":
      return {
        state: "off",
        text: "No mail: this service has no mail server.",
        what: "Whoever runs it sets SMTP_URL and MAIL_FROM.",
      };
    case "done":
      return { state: "done", text: `Mail accepted by the mail server, ${after(storedAt, at ?? storedAt)}.` };
    case "skipped":
      return { state: "off", text: "No mail was sent.", what: reason };
    case "failed":
      return { state: "problem", text: "The mail cannot be delivered.", what: reason };
    case "pending":
      if (attempts > 0) return { state: "problem", text: "The mail is not accepted yet.", what: `${reason} ${AGAIN}` };
      return { state: "waiting", text: "On its way to the mail server.", ...(isLong && { what: NOBODY }) };
  }
}

export function webhookWords(hop: WebhookHop, isLong: boolean): Told {
  const { state, attempts, reason = "", statusCode, durationMs } = hop;
  const answered = statusCode === undefined ? "" : ` answered ${statusCode} in ${seconds(durationMs ?? 0)}`;
  switch (state) {
    case "done":
      return { state: "done", text: `Webhook${answered}.` };
    case "off":
    case "skipped":
      return { state: "off", text: "The webhook was not called.", what: reason };
    case "failed":
      return { state: "problem", text: `The webhook failed${answered && `: it${answered}`}.`, what: reason };
    case "pending":
      if (attempts > 0) {
        return {
          state: "problem",
          text: `The webhook failed${answered && `: it${answered}`}.`,
          what: `${reason} ${AGAIN}`,
        };
      }
      return { state: "waiting", text: "On its way to the webhook.", ...(isLong && { what: NOBODY }) };
  }
}
