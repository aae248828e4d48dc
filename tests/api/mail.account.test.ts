import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { runCleanup } from "#lib/data/cleanup/cleanup-schedule.ts";
import { warnOfLapsingDevices } from "#lib/notify/devices/lapsing.system.ts";
import { decideAccountMail } from "#lib/notify/mail/policies/account-mail.ts";
import { NewInvitationResponse } from "#lib/people/invitations/schema.ts";
import { createOwner } from "#lib/people/owners/create-owner.system.ts";
import { disableByOperator, enableByOperator } from "#lib/people/owners/disable-user.system.ts";
import { SessionResponse } from "#lib/people/owners/schema.ts";
import { NewApiKeyResponse } from "#lib/team/api-keys/schema.ts";
import { accountMails, tokenIn } from "../support/account-mails.ts";
import { ask, readProblem, refuse } from "../support/api-client.ts";
import { newEmail, PASSWORD } from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import { challengeOf, codeOf, turnOnSecondFactor } from "../support/second-factor.ts";
import { hashOf } from "../support/verified.ts";

/*
 * Mails that an account brings: to confirm its address, to reset its password, and to tell the address that it had.
 */

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld({ RATE_LIMITS: "on", LIMIT_ACCOUNT_MAILS: "3" });
});
test.afterAll(() => world.close());

const NEW_PASSWORD = "a longer and better one";
const FINISH = "/auth/login/second-factor";
const { at, mailsTo, subjectsTo, forget, logIn, isConfirmed, resetToken } = accountMails(() => world);

test("a new account's owner is asked by email to confirm the address, and can request that email again", async () => {
  const owner = await world.newOwner({ confirmed: false });
  await world.deliverAll();
  expect(await isConfirmed(owner)).toBe(false);
  expect((await world.send("POST", "/account/confirmation", { token: owner.token })).status).toBe(204);
  await world.deliverAll();
  const [first, second] = mailsTo(owner.email);
  expect(second?.subject).toBe("Confirm your email address for Site Inbox");
  for (const text of [first?.text, second?.text]) {
    const response = await world.send("POST", "/auth/confirm-email", {
      body: { token: tokenIn("confirm-email", text) },
    });
    expect(response.status).toBe(204);
  }
  expect(await isConfirmed(owner)).toBe(true);
  // Nothing is sent to an address that is confirmed, however often that is asked for, within the limit.
  expect((await world.send("POST", "/account/confirmation", { token: owner.token })).status).toBe(204);
  expect(await world.mails()).toEqual([]);
  await world.send("POST", "/account/confirmation", { token: owner.token });
  await refuse("rate_limited", "POST", "/account/confirmation", { baseUrl: world.baseUrl, token: owner.token });
});

test("a new address has to be confirmed again, and the previous one is notified", async () => {
  const owner = await world.newOwner();
  const email = newEmail();
  const body = { email, currentPassword: PASSWORD };
  expect((await world.send("PATCH", "/account", { token: owner.token, body })).status).toBe(200);
  expect(await isConfirmed(owner)).toBe(false);
  await world.deliverAll();
  expect(mailsTo(owner.email).map(({ subject }) => subject)).toEqual(["Your Site Inbox email address was changed"]);
  const left = await world.sql("SELECT FROM mails WHERE recipient IS NOT NULL");
  expect(left, "the former address is forgotten").toEqual([]);
  const token = tokenIn("confirm-email", mailsTo(email)[0]?.text);
  // Of the address before: it confirms no other.
  const other = await world.newOwner({ confirmed: false });
  await world.deliverAll();
  const old = tokenIn("confirm-email", mailsTo(other.email)[0]?.text);
  await world.send("PATCH", "/account", { token: other.token, body: { email: newEmail(), currentPassword: PASSWORD } });
  await refuse("link_gone", "POST", "/auth/confirm-email", at({ token: old }));
  expect((await world.send("POST", "/auth/confirm-email", { body: { token } })).status).toBe(204);
  expect(await isConfirmed(owner)).toBe(true);
  await world.deliverAll();
  expect(
    mailsTo(other.email).map(({ subject }) => subject),
    "it was never confirmed",
  ).toEqual(["Confirm your email address for Site Inbox"]);
});

test("a link in an email resets the password once, revokes all sessions and keys, and confirms the address", async () => {
  const owner = await world.newOwner({ confirmed: false });
  const body = { name: "Nightly report", scope: "read" };
  const made = await ask(NewApiKeyResponse, 201, "POST", "/account/keys", { ...at(body), token: owner.token });
  const [first, second] = [await resetToken(owner.email), await resetToken(owner.email)];
  await refuse("invalid_request", "POST", "/auth/reset-password", at({ token: second, newPassword: "short" }));
  const set = () => world.send("POST", "/auth/reset-password", { body: { token: second, newPassword: NEW_PASSWORD } });
  const statuses = (await Promise.all([set(), set(), set()])).map(({ status }) => status);
  expect(statuses.toSorted(), "one of several at once").toEqual([204, 410, 410]);
  await refuse("link_gone", "POST", "/auth/reset-password", at({ token: first, newPassword: PASSWORD }));
  for (const token of [owner.token, made.secret]) {
    await refuse("unauthenticated", "GET", "/account", { baseUrl: world.baseUrl, token });
  }
  await refuse("invalid_credentials", "POST", "/auth/login", at({ email: owner.email, password: PASSWORD }));
  const { token } = await logIn(owner.email, NEW_PASSWORD);
  expect(await isConfirmed({ ...owner, token })).toBe(true);
});

test("a disabled account gets no link to a new password, and an earlier one works only once it's enabled", async () => {
  const owner = await world.newOwner();
  const body = { token: await resetToken(owner.email), newPassword: NEW_PASSWORD };
  await disableByOperator(owner.email);
  const count = mailsTo(owner.email).length;
  expect((await forget(owner.email)).status).toBe(204);
  await world.deliverAll();
  expect(mailsTo(owner.email)).toHaveLength(count);
  await refuse("link_gone", "POST", "/auth/reset-password", at(body));
  await enableByOperator(owner.email);
  expect((await world.send("POST", "/auth/reset-password", { body })).status).toBe(204);
  await logIn(owner.email, NEW_PASSWORD);
});

test("a password reset revokes invitations, which a thief of the password may have sent", async () => {
  const owner = await world.newOwner();
  const body = { email: newEmail(), role: "admin" };
  const { link } = await ask(NewInvitationResponse, 201, "POST", "/invitations", { ...at(body), token: owner.token });
  const token = new URL(link).hash.slice(1);
  const preview = () => world.send("POST", "/invitations/preview", { body: { token } });
  expect((await preview()).status).toBe(200);
  const reset = { token: await resetToken(owner.email), newPassword: NEW_PASSWORD };
  expect((await world.send("POST", "/auth/reset-password", { body: reset })).status).toBe(204);
  readProblem(await preview(), "link_gone");
});

test("each member without a second factor is emailed once about the date it's required from, and no one is if that's withdrawn", async () => {
  const [owner, bob, carol, dave] = [
    await world.newOwner(),
    await world.newOwner(),
    await world.newOwner(),
    await world.newOwner({ confirmed: false }),
  ];
  const gone = await world.newOwner();
  await world.deliverAll();
  const { baseUrl } = world;
  for (const person of [owner, carol]) await turnOnSecondFactor(person, { baseUrl });
  const [row] = await world.sql<{ id: string }>(
    `WITH joined AS (
       INSERT INTO members (workspace_id, user_id, role, standing, created_at)
       SELECT w.id, u.id, 'agent', CASE WHEN u.id = $3 THEN 'suspended' ELSE 'active' END, now()
       FROM workspaces w, users u WHERE w.owner_id = $1 AND u.id = ANY ($2::uuid[])
     )
     UPDATE workspaces SET name = 'Kiln Street', shared_at = now() WHERE owner_id = $1 RETURNING id`,
    [owner.id, [bob, carol, dave, gone].map(({ id }) => id), gone.id],
  );
  const require = (secondFactorFrom: string | null) =>
    world.send("PATCH", "/workspace/security", {
      token: owner.token,
      body: { currentPassword: PASSWORD, secondFactorFrom },
    });
  const day = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  const sent = (person: { email: string }) =>
    mailsTo(person.email).filter(({ subject }) => subject === "Kiln Street will require two-factor login");

  expect((await require(day(30))).status).toBe(200);
  expect((await require(null)).status).toBe(200);
  expect(await world.mails(), "withdrawn before it was sent").toEqual([]);

  const from = "2099-12-12T14:00:00.000Z";
  const zone = "UPDATE users SET quiet_from = 1320, quiet_until = 420, time_zone = 'Europe/Berlin' WHERE id = $1";
  await world.sql(zone, [bob.id]);
  for (const _ of ["set", "set again"]) expect((await require(from)).status).toBe(200);
  const queued = await world.sql<{ recipient: string }>(
    "SELECT u.email AS recipient FROM mails m JOIN users u ON u.id = m.user_id WHERE m.kind = 'second_factor_due' AND m.status = 'pending'",
  );
  expect(queued, "not only held back when it's sent").toEqual([{ recipient: bob.email }]);
  await world.deliverAll();
  for (const person of [owner, carol, dave, gone]) expect(sent(person), person.email).toEqual([]);
  const [mail, ...more] = sent(bob);
  expect(more).toEqual([]);
  expect(mail?.text).toContain(
    "Starting December 12, 2099 at 15:00 GMT+1, you need two-factor login to use Kiln Street.",
  );
  expect(mail?.text).toContain(`${baseUrl}/w/${row?.id}/settings/account/security`);

  expect((await require(day(40))).status).toBe(200);
  await turnOnSecondFactor(bob, { baseUrl });
  await world.deliverAll();
  expect(sent(bob), "set up before it was sent").toHaveLength(1);
  expect((await world.mails("skipped")).at(-1)?.reason).toBe("Two-factor login is set up, or no longer required.");
});

test("someone who is offered ownership is emailed, unless the offer was withdrawn or their address isn't confirmed", async () => {
  const [owner, bob, carol] = [
    await world.newOwner(),
    await world.newOwner(),
    await world.newOwner({ confirmed: false }),
  ];
  await world.deliverAll();
  const [row] = await world.sql<{ id: string }>(
    `WITH joined AS (
       INSERT INTO members (workspace_id, user_id, role, created_at)
       SELECT w.id, u.id, 'agent', now() FROM workspaces w, users u WHERE w.owner_id = $1 AND u.id = ANY ($2::uuid[])
     )
     UPDATE workspaces SET name = 'Kiln Street', shared_at = now() WHERE owner_id = $1 RETURNING id`,
    [owner.id, [bob.id, carol.id]],
  );
  const path = "/workspace/ownership-offer";
  const offer = async ({ id: memberId }: { id: string }) => {
    const body = { memberId, currentPassword: PASSWORD };
    expect((await world.send("POST", path, { token: owner.token, body })).status).toBe(201);
  };
  const withdraw = async () => expect((await world.send("DELETE", path, { token: owner.token })).status).toBe(204);
  const sent = (person: { email: string }) =>
    mailsTo(person.email).filter(({ subject }) => subject?.endsWith("wants to make you an owner of Kiln Street"));

  await offer(carol);
  await withdraw();
  await offer(bob);
  await withdraw();
  await world.deliverAll();
  expect([...sent(bob), ...sent(carol)]).toEqual([]);
  expect((await world.mails("skipped")).at(-1)?.reason).toBe("The offer is no longer open.");

  await offer(bob);
  await world.deliverAll();
  const [mail, ...more] = sent(bob);
  expect(more).toEqual([]);
  expect(mail?.text).toContain(`${world.baseUrl}/w/${row?.id}/settings/team`);
});

test("two-factor login needs a confirmed address, so it can't keep someone else's address", async () => {
  const { token } = await world.newOwner({ confirmed: false });
  const call = { ...at({ currentPassword: PASSWORD }), token };
  const { detail } = await refuse("conflict", "POST", "/account/second-factor", call);
  expect(detail).toBe("Confirm your email address first.");
});

test("a password reset keeps two-factor login, and five refused codes bring an email a day", async () => {
  const owner = await world.newOwner();
  const { baseUrl } = world;
  const { secret } = await turnOnSecondFactor(owner, { baseUrl });
  const body = { token: await resetToken(owner.email), newPassword: PASSWORD };
  expect((await world.send("POST", "/auth/reset-password", { body })).status).toBe(204);
  const challenge = await challengeOf(owner, { baseUrl });

  const wrong = at({ challenge, code: codeOf(secret, 3_600) });
  const refused = async () => {
    for (let tries = 0; tries < 5; tries += 1) await refuse("invalid_credentials", "POST", FINISH, wrong);
    await refuse("rate_limited", "POST", FINISH, wrong);
    await world.sql("UPDATE second_factors SET failing_since = now() - interval '16 minutes' WHERE user_id = $1", [
      owner.id,
    ]);
  };
  await refused();
  await refused();
  await world.deliverAll();
  const warnings = () => subjectsTo(owner.email).filter((subject) => subject?.startsWith("Someone has the password"));
  expect(warnings()).toHaveLength(1);
  await world.sql("UPDATE mails SET created_at = created_at - interval '1 day' WHERE user_id = $1", [owner.id]);
  await refused();
  await world.deliverAll();
  expect(warnings()).toHaveLength(2);
});

test("a password reset link expires after an hour, and when the password or address changes", async () => {
  const owners = [await world.newOwner(), await world.newOwner(), await world.newOwner()] as const;
  const [late, known, moved] = owners;
  const tokens = [];
  for (const { email } of owners) tokens.push(await resetToken(email));
  await world.sql("UPDATE one_time_links SET expires_at = expires_at - interval '1 hour' WHERE user_id = $1", [
    late.id,
  ]);
  await world.send("POST", "/account/password", {
    token: known.token,
    body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
  });
  await world.send("PATCH", "/account", {
    token: moved.token,
    body: { email: newEmail(), currentPassword: PASSWORD },
  });
  for (const token of tokens) {
    await refuse("link_gone", "POST", "/auth/reset-password", at({ token, newPassword: "yet another one" }));
  }
  await world.deliverAll();
});

test("a password reset request doesn't reveal whether an account exists (A20)", async () => {
  const owner = await world.newOwner();
  const nobody = newEmail();
  const responses = [await forget(owner.email), await forget(nobody)];
  const seen = responses.map(({ status, text, headers }) => [
    status,
    text,
    [...headers.keys()].join(),
    headers.get("ratelimit"),
  ]);
  expect(seen[0]).toEqual(seen[1]);
  expect((await world.mails()).map(({ kind }) => kind)).toEqual(["reset_password"]);
  for (const email of [owner.email, nobody]) {
    for (const _ of [2, 3]) await forget(email);
    expect((await forget(email.toUpperCase())).status, "as often for both").toBe(429);
  }
  await world.deliverAll();
});

test("an account that the operator created needs no confirmation", async () => {
  const made = await createOwner({ email: newEmail(), password: PASSWORD, isConfirmed: true });
  const { token } = await logIn(made.email, PASSWORD);
  expect(await isConfirmed({ id: made.id, email: made.email, token })).toBe(true);
  expect(await world.mails()).toEqual([]);
});

test("the emails of a test message and of a stopped webhook are sent to the owner once the address is confirmed", async () => {
  const owner = await world.newOwner();
  const site = await world.newSite(owner, { name: "Shop" });
  const sendTest = (token: string, id: string) =>
    world.send("POST", `/sites/${id}/test-message`, { token, body: { message: "Does it work?" } });
  expect((await sendTest(owner.token, site.id)).status).toBe(201);
  // In one statement, as where it is stopped.
  await world.sql(
    `WITH stopped AS (
       INSERT INTO webhook_endpoints (id, workspace_id, site_id, url, events, secret, stopped_at, stop_reason, created_at, updated_at)
       SELECT gen_random_uuid(), workspace_id, id, 'https://hooks.example/in', '{message.created}', '', now(), 'gone', now(), now()
       FROM sites WHERE id = $1
       RETURNING workspace_id, site_id
     )
     INSERT INTO mails (id, job_id, kind, workspace_id, site_id, due_at, created_at, updated_at)
     SELECT gen_random_uuid(), gen_random_uuid(), 'webhook_stopped', workspace_id, site_id, now(), now(), now() FROM stopped`,
    [site.id],
  );
  await world.deliverAll();
  const [arrives, stopped, ...more] = mailsTo(owner.email);
  expect(more).toEqual([]);
  expect(arrives?.subject).toBe("Test email from Site Inbox");
  expect(stopped?.subject).toBe("A webhook of Shop was stopped");
  expect(stopped?.text).toContain("hooks.example");
  expect(stopped?.text).toContain("410");

  const stranger = await world.newOwner({ confirmed: false });
  await sendTest(stranger.token, (await world.newSite(stranger)).id);
  await world.deliverAll();
  expect(mailsTo(stranger.email).map(({ subject }) => subject)).toEqual(["Confirm your email address for Site Inbox"]);
});

test("a person whose only device is about to lapse learns so by email, unless it's renewed before that's sent", async () => {
  const [owner, renewed] = [await world.newOwner(), await world.newOwner()];
  const lapsing = [owner, renewed].map(({ id }) => ({
    user_id: id,
    kind: "push",
    name: "Ada’s phone",
    address_hash: `\\x${Buffer.from(id).toString("hex")}`,
    lapses_at: new Date(Date.now() + 6 * 86_400_000),
  }));
  await insertRows(world.sql, "channels", lapsing);
  expect(await warnOfLapsingDevices()).toBe(2);
  await world.sql("UPDATE channels SET lapses_at = now() + interval '90 days' WHERE user_id = $1", [renewed.id]);
  await world.deliverAll();
  expect(mailsTo(owner.email).map(({ text }) => text)).toEqual([expect.stringContaining("Ada’s phone")]);
  expect(mailsTo(renewed.email)).toEqual([]);
});

test("the results of emails, and their links, are deleted after a while; pending ones aren't", async () => {
  const owner = await world.newOwner();
  await resetToken(owner.email);
  await forget(owner.email);
  await world.sql("UPDATE mails SET created_at = now() - interval '31 days' WHERE user_id = $1", [owner.id]);
  await world.sql("UPDATE one_time_links SET expires_at = now() - interval '2 days' WHERE user_id = $1", [owner.id]);
  await runCleanup();
  const left = await world.sql("SELECT status FROM mails WHERE user_id = $1", [owner.id]);
  expect(left).toEqual([{ status: "pending" }]);
  expect(await world.sql("SELECT FROM one_time_links WHERE user_id = $1", [owner.id])).toEqual([]);
  await world.deliverAll();
});

/** An account with everything that could work on without its password, and what's left of it after a reset by email. */
async function resetWithIntegrations({ confirmed }: { confirmed: boolean }) {
  const owner = await world.newOwner({ confirmed });
  const site = await world.newSite(owner);
  const call = (method: string, path: string, token: string, body: object = {}) =>
    world.send(method, path, { token, body });
  const hook = { url: "https://hooks.example/in" };
  expect((await call("POST", `/sites/${site.id}/webhooks`, owner.token, hook)).status).toBe(201);
  const made = JSON.parse((await call("POST", `/sites/${site.id}/identity-secret`, owner.token)).text);
  const card = { url: "https://hooks.example/card" };
  expect((await call("PUT", `/sites/${site.id}/card`, owner.token, card)).status).toBe(200);
  await call("PATCH", "/account/mail", owner.token, { alerts: false });
  await call("PATCH", `/sites/${site.id}/mail`, owner.token, { alerts: false });
  const token = await resetToken(owner.email);
  const body = { token, newPassword: NEW_PASSWORD };
  expect((await world.send("POST", "/auth/reset-password", { body })).status).toBe(204);
  const session = (await logIn(owner.email, NEW_PASSWORD)).token;
  const read = async (path: string) => JSON.parse((await world.send("GET", path, { token: session })).text);
  const verify = () =>
    world.send("POST", "/public/widget-session", {
      body: { siteKey: site.publicKey, visitorId: "ana", visitorHash: hashOf(made.secret, "ana") },
    });
  return {
    verify,
    webhook: async () => (await read(`/sites/${site.id}/webhooks`)).endpoints[0],
    secret: () => read(`/sites/${site.id}/identity-secret`),
    card: () => read(`/sites/${site.id}/card`),
    accountAlerts: async () => (await read("/account/mail")).mail.alerts,
    siteAlerts: async () => (await read(`/sites/${site.id}/mail`)).mail.alerts,
    makeSecret: () => call("POST", `/sites/${site.id}/identity-secret`, session),
  };
}

test("a password reset of an unconfirmed account stops its webhooks, card, identity secrets and muted alerts, and reports that", async () => {
  const left = await resetWithIntegrations({ confirmed: false });
  expect(await left.webhook()).toMatchObject({ stopReason: "reset", stoppedAt: expect.any(String) });
  expect(await left.secret()).toEqual({ revokedAt: expect.any(String) });
  expect((await left.verify()).status, "the secret proves nothing").toBe(403);
  expect(await left.card()).toEqual({});
  expect([await left.accountAlerts(), await left.siteAlerts()]).toEqual([true, true]);
  expect((await left.makeSecret()).status).toBe(201);
  expect(await left.secret()).toEqual({ createdAt: expect.any(String) });
});

test("a password reset of a confirmed account keeps its webhooks, identity secret and choices", async () => {
  const left = await resetWithIntegrations({ confirmed: true });
  expect(await left.webhook()).not.toHaveProperty("stoppedAt");
  expect(await left.secret()).toEqual({ createdAt: expect.any(String) });
  expect((await left.verify()).status).toBe(201);
  expect(await left.card()).toMatchObject({ card: { url: "https://hooks.example/card" } });
  expect([await left.accountAlerts(), await left.siteAlerts()]).toEqual([false, false]);
});

test("an account at an internationalized domain is the same in both spellings, and its email arrives", async () => {
  const name = `jurgen-${newEmail().split("@")[0]}`;
  const [typed, ascii] = [`${name}@bücher.example`, `${name}@xn--bcher-kva.example`];
  const { user } = await ask(SessionResponse, 201, "POST", "/auth/register", at({ email: typed, password: PASSWORD }));
  expect(user.email, "stored as typed").toBe(typed);
  for (const email of [ascii, ascii.toUpperCase(), typed.normalize("NFD")]) {
    await refuse("email_taken", "POST", "/auth/register", at({ email, password: PASSWORD }));
    expect((await logIn(email, PASSWORD)).user.id).toBe(user.id);
  }
  await world.deliverAll();
  // The mail server shows domains as people write them, whatever is sent.
  expect(subjectsTo(typed)).toEqual(["Confirm your email address for Site Inbox"]);
  expect(world.server.received.at(-1)?.raw).toContain(`To: ${ascii}\r\n`);
  const token = tokenIn("confirm-email", mailsTo(typed)[0]?.text);
  expect((await world.send("POST", "/auth/confirm-email", { body: { token } })).status).toBe(204);
  expect((await forget(ascii)).status).toBe(204);
  await world.deliverAll();
  expect(subjectsTo(typed).at(-1)).toBe("Choose a new password for Site Inbox");
});

test("a visitor's email at an internationalized domain is stored as typed and gets the owner's reply", async () => {
  const owner = await world.newOwner();
  const site = await world.newSite(owner);
  const visitor = await world.openWidget(site);
  const id = await world.write(visitor, "Is it back?", { email: "jürgen@bücher.example" });
  const { conversation } = JSON.parse((await world.send("GET", `/conversations/${id}`, { token: owner.token })).text);
  expect(conversation.visitorEmail).toBe("jürgen@bücher.example");
  await world.write(visitor, "Or this one?", { email: "juergen@bücher.example" });
  await world.reply(owner, id, "It is.");
  await world.deliverAll();
  expect(subjectsTo("juergen@bücher.example")).toEqual(["Corner shop replied to your message"]);
});

test("an email of a kind that only a newer version knows is tried again later, not skipped", async () => {
  const { id: userId } = await world.newOwner();
  const nothing = { workspaceId: null, siteId: null, conversationId: null, recipient: null, reason: null };
  const row = { ...nothing, id: randomUUID(), kind: "of a newer version" as "webhook_stopped", userId };
  await expect(decideAccountMail(row, async () => undefined)).rejects.toThrow("of a newer version");
});
