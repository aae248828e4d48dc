import { createHash } from "node:crypto";
import { processWide } from "#platform/process-wide.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { type FetchedCard, fetchCard } from "./fetch-card.ts";
import { type CardSource, getCardVisitor, getTestedCard } from "./queries.ts";
import type { CardJson, CardResponse } from "./schema.ts";
import type { CardVisitor } from "./statements.ts";

/*
 * Cards are kept in memory only (decision 61): what they say is the site's own, so nothing of it is stored, exported or has to be
 * erased. Each process asks for itself.
 */
const KEPT_MAX = 300;
const KEPT_MS = 4 * 3_600_000;

type Kept = { card: CardJson; endsAt: number; keptUntil: number };

const cache = processWide("cards", () => ({
  kept: new Map<string, Kept>(),
  /** Of several who look at once, the first one asks. */
  asking: new Map<string, Promise<FetchedCard>>(),
}));

// What was said of one visitor is never shown of another, nor after the address or what's asked with has changed. A hash, since
// attributes may be long. In a fixed order, since the database gives them in any.
function keyOf({ siteId, url }: CardSource, { attributes, ...visitor }: CardVisitor): string {
  const said = (attributes ?? []).map(({ source, name, kind, value }) => JSON.stringify([source, name, kind, value]));
  return createHash("sha256")
    .update(JSON.stringify([siteId, url, visitor, said.toSorted()]))
    .digest("base64");
}

/**
 * Returns the card of a conversation's visitor: one that's still current, or the site's server's, for which this waits up to three
 * seconds. If that fails, it's the last one of four hours, with the failure. Empty if the site has no card. Throws `not_found`.
 */
export async function getCard(scope: OwnerScope, conversationId: string): Promise<CardResponse> {
  const { siteId, url, secret, ...visitor } = await getCardVisitor(scope, conversationId);
  if (url === null || secret === null) return {};
  const source = { siteId, url, secret };
  const { kept, asking } = cache();
  const key = keyOf(source, visitor);
  const known = kept.get(key);
  if (known && known.endsAt > Date.now()) return { card: known.card };
  // It's kept before it's no longer asked for: someone who looks in between would ask again.
  const ask = async () => {
    const fetched = await fetchCard(source, visitor);
    if ("card" in fetched) keep(kept, key, { ...fetched, keptUntil: Date.now() + KEPT_MS });
    return fetched;
  };
  const request = asking.get(key) ?? ask().finally(() => asking.delete(key));
  asking.set(key, request);
  const fetched = await request;
  // The caller's access may have ended meanwhile.
  await getCardVisitor(scope, conversationId);
  if ("card" in fetched) return { card: fetched.card };
  const isShown = known !== undefined && known.keptUntil > Date.now();
  return { ...(isShown && { card: known.card }), failure: fetched.failure };
}

// Those that were kept last stay.
function keep(kept: Map<string, Kept>, key: string, card: Kept): void {
  kept.delete(key);
  kept.set(key, card);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
}

const NOBODY = "00000000-0000-0000-0000-000000000000";
const SAMPLE: CardVisitor = {
  visitorId: NOBODY,
  externalId: "test",
  isVerified: true,
  email: "test@example.com",
  isConfirmed: true,
  attributes: null,
};

/**
 * Asks a site's server for its card about the visitor who came last, or a made-up one, and keeps nothing. Throws `not_found`, also
 * without a card.
 */
export async function testCard(scope: OwnerScope, siteId: string): Promise<CardResponse> {
  const { visitor, ...source } = await getTestedCard(scope, siteId);
  const fetched = await fetchCard(source, visitor ?? SAMPLE);
  return "card" in fetched ? { card: fetched.card } : { failure: fetched.failure };
}
