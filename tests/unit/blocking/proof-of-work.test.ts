import { expect, test } from "@playwright/test";
import { mintVisitorScope } from "#lib/base/access/scopes.ts";
import { newChallenge, verifyProof } from "#lib/files/blocking/proof-of-work.ts";
import { solve } from "../../../widget/panel/proof.ts";
import { provideSettings } from "../../support/provide-settings.ts";

const MINUTE_MS = 60_000;
const visitor = mintVisitorScope({
  siteId: "a site",
  siteKey: "pk_a",
  visitorId: "a visitor",
  externalId: null,
  isVerified: false,
  tokenEndsAt: null,
});

test("a solution is valid for five minutes after its challenge was issued", async () => {
  provideSettings();
  const proof = await solve(newChallenge(visitor));
  expect(verifyProof(visitor, proof)).toBe(true);
  const now = Date.now;
  const after = (ms: number) => {
    Date.now = () => now() + ms;
    const isGood = verifyProof(visitor, proof);
    Date.now = now;
    return isGood;
  };
  expect([after(4 * MINUTE_MS), after(5 * MINUTE_MS + 1)]).toEqual([true, false]);
});
