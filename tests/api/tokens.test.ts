import { expect, test } from "@playwright/test";
import type { TokenKind } from "#platform/crypto/keys.ts";
import { readProblem, refuse, send } from "../support/api-client.ts";
import { newConversation, newOwner, newOwnerWithSite, openWidget } from "../support/factories.ts";
import { claimsOf, type Forgery, foreignKey, forgeToken, serviceKey } from "../support/forged-token.ts";
import { sendRaw } from "../support/raw-http.ts";
import { sql, storedRows } from "../support/stored-rows.ts";

const OWNER_ROUTE = ["GET", "/account"] as const;
const VISITOR_ROUTE = ["GET", "/public/conversations"] as const;

type Door = { kind: TokenKind; route: readonly [method: string, path: string]; token: string; claims: object };

async function bothDoors(): Promise<Door[]> {
  const { owner, visitor } = await newConversation();
  return [
    { kind: "user", route: OWNER_ROUTE, token: owner.token, claims: claimsOf(owner.token) },
    { kind: "widget", route: VISITOR_ROUTE, token: visitor.token, claims: claimsOf(visitor.token) },
  ];
}

test.describe("the Authorization header (A3)", () => {
  const headers: [why: string, value: string][] = [
    ["no scheme", "abc"],
    ["a scheme alone", "Bearer"],
    ["a scheme and a space", "Bearer "],
    ["another scheme", "Basic b3duZXI6cGFzc3dvcmQ="],
    ["a broken escape", "Bearer %ZZ"],
    ["two tokens", "Bearer a b"],
    ["quotes", 'Bearer "a"'],
    ["no JWT", "Bearer a.b"],
    ["an empty JWT", "Bearer .."],
    ["10 kB", `Bearer ${"a".repeat(10_000)}`],
  ];
  for (const [why, value] of headers) {
    test(`is rejected with ${why}`, async () => {
      const call = { headers: { Authorization: value }, body: {} };
      await refuse("unauthenticated", "POST", "/sites", call);
      await refuse("unauthenticated", "POST", "/public/conversations", call);
    });
  }

  test("is required", async () => {
    await refuse("unauthenticated", ...OWNER_ROUTE);
    await refuse("unauthenticated", ...VISITOR_ROUTE);
  });

  test("is rejected when it's sent twice, even if both are valid", async () => {
    for (const { token, route } of await bothDoors()) {
      const line = `Authorization: Bearer ${token}\r\n`;
      const request = (lines: string) =>
        `${route[0]} ${route[1]} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`;
      expect((await sendRaw(request(line))).status).toBe(200);
      expect((await sendRaw(request(line + line))).status).toBe(401);
      expect((await sendRaw(request(`${line}Authorization: Bearer x\r\n`))).status).toBe(401);
      expect((await sendRaw(request(`Authorization: Bearer x\r\n${line}`))).status).toBe(401);
    }
  });

  test("may have its scheme in any case, as in HTTP", async () => {
    for (const { token, route } of await bothDoors()) {
      for (const scheme of ["bearer", "BEARER"]) {
        expect((await send(...route, { headers: { Authorization: `${scheme} ${token}` } })).status).toBe(200);
      }
    }
  });
});

test.describe("tokens of the wrong kind", () => {
  test("a visitor's tokens open no owner route (A6)", async () => {
    const { owner, site, visitor, id } = await newConversation();
    const before = await storedRows(owner);
    for (const token of [visitor.token, visitor.visitorToken]) {
      await refuse("unauthenticated", "GET", "/sites", { token });
      await refuse("unauthenticated", "PATCH", `/sites/${site.id}`, { token, body: { name: "Mine now" } });
      await refuse("unauthenticated", "DELETE", `/sites/${site.id}`, { token });
      await refuse("unauthenticated", "GET", `/conversations/${id}`, { token });
      await refuse("unauthenticated", "POST", "/auth/logout", { token });
    }
    expect(await storedRows(owner)).toEqual(before);
  });

  test("an owner's token and a visitor token open no visitor route (A7)", async () => {
    const { owner, visitor, id } = await newConversation();
    const before = await storedRows(owner);
    for (const token of [owner.token, visitor.visitorToken]) {
      await refuse("unauthenticated", "GET", "/public/conversations", { token });
      await refuse("unauthenticated", "POST", "/public/conversations", { token, body: { message: "Hi" } });
      await refuse("unauthenticated", "POST", `/public/conversations/${id}/messages`, {
        token,
        body: { message: "Hi" },
      });
    }
    expect(await storedRows(owner)).toEqual(before);
  });

  test("a cookie never opens a visitor route, whichever token is in it (A7)", async () => {
    const { owner, visitor } = await newConversation();
    for (const token of [owner.token, visitor.token]) {
      const headers = { Cookie: `next-auth.session-token=${token}` };
      await refuse("unauthenticated", "POST", "/public/conversations", { headers, body: { message: "Hi" } });
    }
  });
});

test.describe("forged tokens", () => {
  const now = () => Math.floor(Date.now() / 1000);
  const forgeries: [why: string, forge: (door: Pick<Door, "kind" | "claims">) => Forgery][] = [
    [
      "signed by someone else",
      ({ kind, claims }) => ({ claims: { ...claims }, header: { typ: `${kind}+jwt` }, key: foreignKey() }),
    ],
    [
      "signed with another kind's key",
      ({ kind, claims }) => ({
        claims: { ...claims },
        header: { typ: `${kind}+jwt` },
        key: serviceKey(kind === "user" ? "widget" : "user"),
      }),
    ],
    ["without a typ", ({ kind, claims }) => ({ claims: { ...claims }, key: serviceKey(kind) })],
    [
      "of the typ JWT",
      ({ kind, claims }) => ({ claims: { ...claims }, header: { typ: "JWT" }, key: serviceKey(kind) }),
    ],
    [
      "for another audience",
      ({ kind, claims }) => ({
        claims: { ...claims, aud: "visitor" },
        header: { typ: `${kind}+jwt` },
        key: serviceKey(kind),
      }),
    ],
    [
      "of HS512",
      ({ kind, claims }) => ({
        claims: { ...claims },
        header: { typ: `${kind}+jwt`, alg: "HS512" },
        key: serviceKey(kind),
      }),
    ],
    [
      "not yet valid",
      ({ kind, claims }) => ({
        claims: { ...claims, nbf: now() + 600 },
        header: { typ: `${kind}+jwt` },
        key: serviceKey(kind),
      }),
    ],
    [
      "without a subject",
      ({ kind, claims }) => ({ claims: omit(claims, "sub"), header: { typ: `${kind}+jwt` }, key: serviceKey(kind) }),
    ],
    [
      "without an end",
      ({ kind, claims }) => ({ claims: omit(claims, "exp"), header: { typ: `${kind}+jwt` }, key: serviceKey(kind) }),
    ],
    [
      "whose subject is no id",
      ({ kind, claims }) => ({
        claims: { ...claims, sub: "1' OR '1'='1" },
        header: { typ: `${kind}+jwt` },
        key: serviceKey(kind),
      }),
    ],
  ];
  for (const [why, forge] of forgeries) {
    test(`are rejected ${why}`, async () => {
      for (const { kind, route, claims } of await bothDoors()) {
        await refuse("unauthenticated", ...route, { token: await forgeToken(forge({ kind, claims })) });
      }
    });
  }

  test("are rejected with no signature at all (alg none)", async () => {
    for (const { kind, route, token } of await bothDoors()) {
      const [, payload] = token.split(".");
      for (const alg of ["none", "None", "NONE"]) {
        const header = Buffer.from(JSON.stringify({ alg, typ: `${kind}+jwt` })).toString("base64url");
        for (const forged of [`${header}.${payload}.`, `${header}.${payload}`, `${header}.${payload}.AA`]) {
          await refuse("unauthenticated", ...route, { token: forged });
        }
      }
    }
  });

  test("are rejected with a changed payload or a cut signature", async () => {
    for (const { route, token, claims } of await bothDoors()) {
      const [header, , signature] = token.split(".");
      const payload = Buffer.from(JSON.stringify({ ...claims, exp: now() + 1e9 })).toString("base64url");
      await refuse("unauthenticated", ...route, { token: `${header}.${payload}.${signature}` });
      await refuse("unauthenticated", ...route, { token: token.slice(0, -5) });
    }
  });

  test("are rejected with padding after them, in the header, the cookie or at login", async () => {
    for (const { route, token } of await bothDoors()) {
      await refuse("unauthenticated", ...route, { token: `${token}=` });
    }
    const { token } = await newOwner();
    await refuse("unauthenticated", ...OWNER_ROUTE, { headers: { Cookie: `next-auth.session-token=${token}=` } });
  });

  test("are reported as expired only if they were valid once, with 60 s for clocks that differ (D13)", async () => {
    for (const { kind, route, claims } of await bothDoors()) {
      const ended = (seconds: number, key = serviceKey(kind)) =>
        forgeToken({ claims: { ...claims, exp: now() - seconds }, header: { typ: `${kind}+jwt` }, key });
      expect((await send(...route, { token: await ended(30) })).status).toBe(200);
      await refuse("token_expired", ...route, { token: await ended(90) });
      // Signed by a process whose clock is ahead, or before this one's was set back.
      const ahead = forgeToken({
        claims: { ...claims, iat: now() + 600 },
        header: { typ: `${kind}+jwt` },
        key: serviceKey(kind),
      });
      expect((await send(...route, { token: await ahead })).status).toBe(200);
      await refuse("unauthenticated", ...route, { token: await ended(90, foreignKey()) });
    }
  });

  test("built correctly by the test are accepted, which shows that the rejections above are meaningful", async () => {
    for (const { kind, route, claims } of await bothDoors()) {
      const token = await forgeToken({ claims: { ...claims }, header: { typ: `${kind}+jwt` }, key: serviceKey(kind) });
      expect((await send(...route, { token })).status).toBe(200);
    }
  });

  test("are rejected for one owner with another owner's session", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const claims = { ...claimsOf(owner.token), sid: claimsOf(other.token).sid };
    const token = await forgeToken({ claims: { ...claims }, header: { typ: "user+jwt" }, key: serviceKey("user") });
    await refuse("unauthenticated", ...OWNER_ROUTE, { token });
  });
});

test.describe("a session behind a user token", () => {
  test("ends the token when its row expires, whatever the token says", async () => {
    const owner = await newOwner();
    await sql("UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1", [owner.user.id]);
    await refuse("unauthenticated", ...OWNER_ROUTE, { token: owner.token });
  });

  test("ends with its user (A25)", async () => {
    const owner = await newOwner();
    await sql("DELETE FROM users WHERE id = $1", [owner.user.id]);
    await refuse("unauthenticated", ...OWNER_ROUTE, { token: owner.token });
  });
});

test("a widget token is bound to its site: it can't write to another one of the same owner (A8)", async () => {
  const { site } = await newOwnerWithSite();
  const other = await newConversation();
  const { token } = await openWidget(site);
  const call = { token, body: { message: "Hi", visitorId: other.visitor.visitorId } };
  readProblem(await send("POST", `/public/conversations/${other.id}/messages`, call), "not_found");
});

function omit(claims: object, name: string) {
  return Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
}
