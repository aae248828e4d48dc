import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import type { Challenge } from "#platform/challenge.ts";
import { type ApiResponse, readProblem, send } from "../support/api-client.ts";
import { inbox, newOwnerWithSite, openWidget, start, type Visitor } from "../support/factories.ts";
import { inARow, type LimitedProcess, limitedProcess, newAddress, times } from "../support/limited-process.ts";
import { storedRows } from "../support/stored-rows.ts";
import { hashOf, newVouchingSite } from "../support/verified.ts";

let service: LimitedProcess;

test.beforeAll(async () => {
  service = await limitedProcess({ LIMIT_STARTS: "1" });
});

test.afterAll(() => service.stop());

const begin = ({ token }: Visitor, more: object = {}, key?: string) =>
  service.ask("POST", "/public/conversations", {
    token,
    from: newAddress(),
    body: { message: "Hello", ...more },
    ...(key !== undefined && { headers: { "Idempotency-Key": key } }),
  });

function challengeIn(response: ApiResponse): Challenge {
  const { challenge } = readProblem(response, "proof_required");
  if (!challenge) throw new Error("there was no challenge");
  return challenge;
}

/** Works a challenge out, not by the widget's own code but by another. */
function workOut({ algorithm: _, ...asked }: Challenge) {
  for (let nonce = 0; ; nonce += 1) {
    const hash = createHash("sha256").update(`${asked.salt}.${nonce}`).digest();
    if (Math.clz32(hash.readUInt32BE()) >= asked.difficulty) return { ...asked, nonce: String(nonce) };
  }
}

test("above the rate, a new visitor needs a proof of work: nothing is stored before it, and one message after it", async () => {
  const { owner, site } = await newOwnerWithSite();
  const [first, second] = [await openWidget(site), await openWidget(site)];
  expect((await begin(first)).status).toBe(201);
  const before = await storedRows(owner);
  const challenge = challengeIn(await begin(second, {}, "key"));
  expect(challenge).toMatchObject({ algorithm: "sha-256", difficulty: 17 });
  expect(await storedRows(owner)).toEqual(before);

  const proof = workOut(challenge);
  const responses = [await begin(second, { proof }, "key"), await begin(second, {}, "key")];
  expect(inARow(responses)).toBe("201 x2");
  expect(responses[1]?.headers.get("idempotent-replayed")).toBe("true");
  expect(await inbox(owner)).toHaveLength(2);
});

test("a solution is valid for its own visitor and challenge, and for a short time", async () => {
  const { site } = await newOwnerWithSite();
  const { site: otherSite } = await newOwnerWithSite();
  const [first, second, third] = [await openWidget(site), await openWidget(site), await openWidget(site)];
  await begin(first);
  const proof = workOut(challengeIn(await begin(second)));
  const wrong: object[] = [
    { ...proof, nonce: "none" },
    { ...proof, difficulty: 0 },
    { ...proof, difficulty: -1 },
    { ...proof, expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
    { ...proof, salt: "x" },
    { ...proof, signature: "" },
    { ...proof, signature: proof.signature.slice(1) },
  ];
  for (const one of wrong) challengeIn(await begin(second, { proof: one }));
  challengeIn(await begin(third, { proof }));
  const elsewhere = await openWidget(otherSite);
  await begin(elsewhere);
  challengeIn(await begin(await openWidget(otherSite), { proof }));
  expect((await begin(second, { proof })).status).toBe(201);
});

test("a visitor who has a conversation or is verified, or whose site is quiet, needs no proof", async () => {
  const { owner, site, secret } = await newVouchingSite();
  const known = await openWidget(site);
  await start(known, "Before");
  const verified = await openWidget(site, { visitorId: "customer-7", visitorHash: hashOf(secret, "customer-7") });
  const [first, second] = [await openWidget(site), await openWidget(site)];
  const { site: calm } = await newOwnerWithSite();
  await begin(first);
  challengeIn(await begin(second));
  expect(inARow(await times(2, (at) => begin(at ? known : verified)))).toBe("201 x2");
  expect((await begin(await openWidget(calm))).status).toBe(201);

  const off = { token: owner.token, body: { asksProof: false } };
  expect((await send("PATCH", `/sites/${site.id}/blocking`, off)).status).toBe(200);
  expect((await begin(second)).status).toBe(201);
});

test("a caller on this host, whose address says nothing, needs no proof and isn't counted", async () => {
  const { site } = await newOwnerWithSite();
  const fromHere = async () => {
    const { token } = await openWidget(site);
    return service.ask("POST", "/public/conversations", { token, body: { message: "Hello" } });
  };
  expect(inARow(await times(3, fromHere))).toBe("201 x3");
  const others = await times(2, async () => begin(await openWidget(site)));
  expect(inARow(others)).toBe("201 x1, 403 x1");
});

test("only new conversations count: a known visitor's further messages don't", { tag: "@all" }, async () => {
  await using higher = await limitedProcess({ LIMIT_STARTS: "3" }, "higher rate");
  const { site } = await newOwnerWithSite();
  const visitors = await Promise.all(Array.from({ length: 4 }, () => openWidget(site)));
  const write = (at: number) =>
    higher.ask("POST", "/public/conversations", {
      token: visitors[at]?.token ?? "",
      from: newAddress(),
      body: { message: "Hello" },
    });
  expect(inARow(await times(5, () => write(0)))).toBe("201 x5");
  expect(inARow([await write(1), await write(2), await write(3)])).toBe("201 x2, 403 x1");
  expect(inARow(await times(2, () => write(0)))).toBe("201 x2");
});
