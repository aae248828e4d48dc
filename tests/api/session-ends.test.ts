import { expect, test } from "@playwright/test";
import { askNothing, refuse } from "../support/api-client.ts";
import { browse, type CookieJar, csrfToken, SESSION_COOKIE } from "../support/cookie-jar.ts";
import { testEnvironment } from "../support/environment.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import { logIn, newConversation, newOwner, type Owner, PASSWORD, reply } from "../support/factories.ts";
import { claimsOf } from "../support/forged-token.ts";
import { startProcess } from "../support/start-process.ts";

const jarOf = ({ token }: Owner): CookieJar => new Map([[SESSION_COOKIE, token]]);

/** Everything that ends a session: `lost` is the one that ends, `kept` another one of the same owner. */
const ENDS: Record<string, (lost: Owner, kept: Owner) => Promise<unknown>> = {
  "a log-out": (lost) => askNothing("POST", "/auth/logout", { token: lost.token }),
  "a log-out by cookie": (lost) =>
    askNothing("POST", "/auth/logout", { headers: { Cookie: `${SESSION_COOKIE}=${lost.token}` } }),
  "next-auth's log-out": async (lost) => {
    const jar = jarOf(lost);
    await browse(jar, "/api/auth/signout", { csrfToken: await csrfToken(jar), json: "true" });
    expect(jar.has(SESSION_COOKIE)).toBe(false);
  },
  "its own end from the list": (lost, kept) =>
    askNothing("DELETE", `/account/sessions/${claimsOf(lost.token).sid}`, { token: kept.token }),
  "the end of all others": (_, kept) => askNothing("DELETE", "/account/sessions", { token: kept.token }),
  "a new password": (_, kept) => {
    const body = { currentPassword: PASSWORD, newPassword: "another password" };
    return askNothing("POST", "/account/password", { token: kept.token, body });
  },
  "the end of the account": (_, kept) =>
    askNothing("DELETE", "/account", { token: kept.token, body: { currentPassword: PASSWORD } }),
};

for (const [name, end] of Object.entries(ENDS)) {
  test(`${name} ends the token everywhere, and its streams (A13, A25)`, async () => {
    const kept = await newOwner();
    const lost = await logIn(kept);
    await using stream = await ownerStream(lost);
    await end(lost, kept);
    expect(await stream.ended).toBe("closed");

    await refuse("unauthenticated", "GET", "/account", { token: lost.token });
    await refuse("unauthenticated", "GET", "/events", { token: lost.token });
    const cookie = { Cookie: `${SESSION_COOKIE}=${lost.token}` };
    await refuse("unauthenticated", "GET", "/account", { headers: cookie });
    const page = await fetch(`${testEnvironment.baseUrl}/inbox`, { headers: cookie, redirect: "manual" });
    expect([page.status, page.headers.get("location")]).toEqual([307, "/login?next=%2Finbox"]);

    // Neither asking next-auth to renew it nor logging in with it brings it back.
    const jar = jarOf(lost);
    await browse(jar, "/api/auth/session");
    const form = { csrfToken: await csrfToken(jar), json: "true", token: lost.token };
    expect((await browse(jar, "/api/auth/callback/credentials", form)).status).toBe(401);
    await refuse("unauthenticated", "GET", "/account", { token: lost.token });
  });
}

test("what ends a session in one process ends its streams in another (A13)", { tag: "@all" }, async () => {
  test.setTimeout(90_000);
  // The reconciler would end them some seconds later.
  await using second = await startProcess("second", {}, { without: ["reconciliation"] });
  for (const [name, end] of Object.entries(ENDS)) {
    await test.step(name, async () => {
      const kept = await newOwner();
      const lost = await logIn(kept);
      await using stream = await ownerStream(lost, second);
      await end(lost, kept);
      expect(await stream.ended).toBe("closed");
    });
  }
});

test("no one can end others' streams by naming a foreign session or site (A13)", async () => {
  const { owner, site, visitor, id } = await newConversation();
  const stranger = await newOwner();
  await using inbox = await ownerStream(owner);
  await using widget = await visitorStream(visitor);
  for (const foreign of [String(claimsOf(owner.token).sid), site.id]) {
    await refuse("not_found", "DELETE", `/account/sessions/${foreign}`, { token: stranger.token });
  }
  await reply(owner, id, "Still here");
  // Told in their order: what ended a stream would have come before.
  for (const stream of [inbox, widget]) {
    expect((await stream.next("message.created")).message.body).toBe("Still here");
  }
});
