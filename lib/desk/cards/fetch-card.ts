import { env } from "#platform/env.ts";
import { logFailure } from "#platform/failure-log.ts";
import { countDelivery } from "#platform/metrics/count.ts";
import { newId } from "#platform/new-id.ts";
import { AttemptError, FAILURES, failureOf } from "#platform/outgoing/failures.ts";
import { postSafely } from "#platform/outgoing/post-safely.ts";
import { readTarget } from "#platform/outgoing/target.ts";
import { signatureHeaders } from "../../outbox/webhooks/signature.ts";
import { toAttributesJson } from "../attributes/json.ts";
import { openCardSecret } from "./card-secret.ts";
import type { CardSource } from "./queries.ts";
import { type CardFailure, type CardJson, GivenCard } from "./schema.ts";
import type { CardVisitor } from "./statements.ts";

/** A teammate waits for it next to the conversation. */
const TIME_MS = 3_000;
const TTL_SECONDS = { least: 60, usual: 300, most: 3_600 };
const SECOND_MS = 1_000;
const OK = 200;

/** A card and until when it may be shown again, or why there's none. */
export type FetchedCard = { card: CardJson; endsAt: number } | { failure: CardFailure };

/** Asks a site's server for its card about a visitor. It never throws: what goes wrong is the failure. */
export async function fetchCard(source: CardSource, visitor: CardVisitor): Promise<FetchedCard> {
  const before = performance.now();
  const counted = (result: "delivered" | "failed", fetched: FetchedCard) => {
    countDelivery({ to: "card", result, ms: performance.now() - before });
    return fetched;
  };
  try {
    const secret = openCardSecret(source.secret, source.siteId);
    if (!secret) throw new AttemptError("secret_unreadable");
    const target = readTarget(source.url, env().OUTBOUND_ALLOWED_HOSTS);
    if (typeof target === "string") throw new AttemptError("target_refused");
    const body = JSON.stringify(askedOf(source.siteId, visitor));
    const headers = {
      "content-type": "application/json",
      "user-agent": "Site-Inbox-Card/1",
      ...signatureHeaders([secret.text], { id: newId(), at: new Date(), payload: body }),
    };
    const response = await postSafely(target, { headers, body }, { timeMs: TIME_MS });
    const fetched = readCard(response.status, response.body);
    return counted("card" in fetched ? "delivered" : "failed", fetched);
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) logFailure(error, "could not fetch a card", { siteId: source.siteId });
    const code = failure ?? "failed";
    return counted("failed", { failure: { code, detail: DETAILS[code] ?? FAILURES[code] } });
  }
}

// Where the words about webhooks don't fit.
const DETAILS: Partial<Record<keyof typeof FAILURES, string>> = {
  timeout: "There was no response within 3 seconds.",
  target_refused:
    "Requests are no longer allowed to go to this address. Change it, or ask your administrator to allow its host (OUTBOUND_ALLOWED_HOSTS).",
};

const askedOf = (
  siteId: string,
  { visitorId, externalId, isVerified, email, isConfirmed, attributes }: CardVisitor,
) => ({
  siteId,
  visitorId,
  ...(externalId !== null && { externalId }),
  verified: isVerified,
  ...(email !== null && { email, emailConfirmed: isConfirmed }),
  attributes: toAttributesJson(attributes),
});

function readCard(status: number, body: Buffer): FetchedCard {
  if (status !== OK) return { failure: { code: "answered", detail: `Your server responded with ${status}, not 200.` } };
  const invalid = (why: string): FetchedCard => ({
    failure: { code: "invalid_card", detail: `Your server’s response isn’t a card: ${why}.` },
  });
  let given: unknown;
  try {
    // A response that's too long is cut off, so it isn't JSON either.
    given = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return invalid("it must be JSON in UTF-8 of at most 64 KiB");
  }
  const parsed = GivenCard.safeParse(given);
  if (!parsed.success) {
    const [{ path, code, message } = { path: [], code: "custom", message: "" }] = parsed.error.issues;
    // zod's own messages quote what was sent.
    return invalid(
      `${path.map(String).join(".")} ${code === "invalid_type" ? "is missing or of another type" : message}`.trim(),
    );
  }
  const { lines, ttl = TTL_SECONDS.usual } = parsed.data;
  const seconds = Math.min(Math.max(ttl, TTL_SECONDS.least), TTL_SECONDS.most);
  const shown = lines.map(({ url, ...line }) => ({ ...line, ...(url && { url }) }));
  return {
    card: { lines: shown, at: new Date().toISOString() },
    endsAt: Date.now() + seconds * SECOND_MS,
  };
}
