import { expect, test } from "@playwright/test";
import { mintVisitorScope } from "#lib/base/access/scopes.ts";
import { LiveUpdates } from "#lib/live/live-updates/live-updates.ts";
import { provideSettings } from "../../support/provide-settings.ts";

test("a stream that's opened while the service stops is asked to come back, which is no failure", async () => {
  provideSettings();
  const live = new LiveUpdates();
  await live.close();
  const scope = mintVisitorScope({
    siteId: crypto.randomUUID(),
    siteKey: "a",
    visitorId: crypto.randomUUID(),
    externalId: null,
    isVerified: false,
    tokenEndsAt: null,
  });
  // With a time to come back, it isn't logged as a failed request.
  await expect(live.openVisitorStream(scope, null)).rejects.toMatchObject({
    code: "unavailable",
    extras: { retryAfter: expect.any(Number) },
  });
});
