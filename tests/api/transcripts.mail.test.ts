import { expect, test } from "@playwright/test";
import { SentTranscript } from "#lib/desk/transcripts/schema.ts";
import { ask, refuse, send } from "../support/api-client.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import { startProcess } from "../support/start-process.ts";
import { hashOf } from "../support/verified.ts";

/*
 * A visitor's conversation by email, which goes to a confirmed address only.
 */

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld();
});
test.afterAll(() => world.close());

type Made = Awaited<ReturnType<typeof newConversation>>;

async function newConversation({ language, identity }: { language?: string; identity?: string } = {}) {
  const owner = await world.newOwner();
  const site = await world.newSite(owner, { name: "Kiln Street", welcomeMessage: "Welcome in" });
  await world.sql("UPDATE users SET alert_mails = false, name = 'Internal Ida' WHERE id = $1", [owner.id]);
  const proof: { visitorId?: string; visitorHash?: string } = {};
  if (identity) {
    const made = await world.send("POST", `/sites/${site.id}/identity-secret`, { token: owner.token, body: {} });
    Object.assign(proof, { visitorId: identity, visitorHash: hashOf(JSON.parse(made.text).secret, identity) });
  }
  const visitor = await world.openWidget(site, proof);
  const email = identity?.includes("@") ? identity : `visitor-${visitor.id}@example.com`;
  const more = { email, pageUrl: "https://shop.example/blue?secret=1", ...(language && { language }) };
  const id = await world.write(visitor, "canary of a message", more);
  return { owner, site, visitor, email, id };
}

const mailsTo = (email: string) => world.server.received.filter(({ to }) => to.includes(email)).map(({ mail }) => mail);
const path = (id: string) => `/public/conversations/${id}/transcript`;
const request = async ({ visitor, id }: Pick<Made, "visitor" | "id">) => {
  const call = { baseUrl: world.baseUrl, token: visitor.token };
  return (await ask(SentTranscript, 202, "POST", path(id), call)).sentTo;
};
const refuseTo = (code: Parameters<typeof refuse>[0], { visitor, id }: Pick<Made, "visitor" | "id">) =>
  refuse(code, "POST", path(id), { baseUrl: world.baseUrl, token: visitor.token });
const linkIn = (text = "") => /\S+\/transcript#(\S+)/.exec(text)?.[1] ?? "";
const confirm = async (token: string) => (await world.send("POST", "/public/transcript", { body: { token } })).status;
const refuseLink = (code: Parameters<typeof refuse>[0], token: string) =>
  refuse(code, "POST", "/public/transcript", { baseUrl: world.baseUrl, body: { token } });
async function confirmationOf(made: Made): Promise<string> {
  expect(await request(made)).toBe("confirmation");
  await world.deliverAll();
  return linkIn(mailsTo(made.email).at(-1)?.text);
}
const confirmed = ({ visitor }: Pick<Made, "visitor">) =>
  world.sql("SELECT FROM visitors WHERE id = $1 AND confirmed_email = email", [visitor.id]);

test("the first copy needs a confirmation without any text of the conversation, and the next ones come at once", async () => {
  const made = await newConversation();
  await world.reply(made.owner, made.id, "canary of a reply");
  await world.send("POST", `/public/conversations/${made.id}/read`, { token: made.visitor.token, body: { seq: 2 } });
  await world.send("POST", `/conversations/${made.id}/notes`, {
    token: made.owner.token,
    body: { note: "canary of a note" },
  });
  const token = await confirmationOf(made);
  const [first, ...more] = mailsTo(made.email);
  expect(more).toEqual([]);
  expect(first?.subject).toBe("Your chat with Kiln Street: confirm your email");
  for (const text of [first?.text, String(first?.html)]) expect(text).not.toContain("canary");
  expect(await confirmed(made)).toEqual([]);

  expect(await confirm(token)).toBe(204);
  expect(await confirmed(made)).toHaveLength(1);
  // Clicked twice, it sends one.
  expect(await confirm(token)).toBe(204);
  await world.deliverAll();
  const [, copy, ...others] = mailsTo(made.email);
  expect(others).toEqual([]);
  expect([copy?.subject, copy?.from?.text]).toEqual([
    "Your conversation with Kiln Street",
    '"Kiln Street" <inbox@inbox.example>',
  ]);
  expect(copy?.text).toMatch(
    /Kiln Street\nTimes: UTC\n\nKiln Street\n {2}Welcome in\n\nYou, .*\n {2}canary of a message\n\nKiln Street, .*\n {2}canary of a reply\n\nTo reply, open the chat on https:\/\/shop\.example\/blue\./,
  );
  for (const text of [copy?.text, String(copy?.html)]) {
    expect(text).not.toContain("canary of a note");
    expect(text).not.toContain("Internal Ida");
    expect(text).not.toContain(made.owner.email);
    expect(text).not.toContain("secret");
    expect(text).toContain("Unsubscribe from emails about this chat");
  }
  expect(await request(made)).toBe("confirmed");
  await world.deliverAll();
  expect(mailsTo(made.email)).toHaveLength(3);
});

test("the link back into the chat confirms the address that it was sent to, and no later one", async () => {
  const replied = async () => {
    const made = await newConversation();
    await world.reply(made.owner, made.id, "Yes");
    await world.deliverAll();
    const token = /\/chat\?site=\w+#(\S+)/.exec(mailsTo(made.email)[0]?.text ?? "")?.[1] ?? "";
    return { ...made, token };
  };
  const made = await replied();
  expect(await confirmed(made)).toEqual([]);
  expect((await world.send("POST", "/public/continue", { body: { token: made.token } })).status).toBe(200);
  expect(await request(made)).toBe("confirmed");

  // Another address isn't confirmed, and neither is one that was changed before the link was used.
  await world.sql("UPDATE visitors SET email = $2 WHERE id = $1", [made.visitor.id, `new-${made.email}`]);
  expect(await request(made)).toBe("confirmation");
  const changed = await replied();
  await world.sql("UPDATE visitors SET email = $2 WHERE id = $1", [changed.visitor.id, `new-${changed.email}`]);
  expect((await world.send("POST", "/public/continue", { body: { token: changed.token } })).status).toBe(200);
  expect(await confirmed(changed)).toEqual([]);
  expect(await request(changed)).toBe("confirmation");
});

test("an address that a site verifies as the visitor's id is confirmed, and one that it doesn't sign isn't", async () => {
  const signed = await newConversation({ identity: `grace-${Date.now()}@example.com` });
  expect(await request(signed)).toBe("confirmed");
  const other = await newConversation({ identity: "42" });
  expect(await request(other)).toBe("confirmation");
});

test("both emails are in the visitor's language", async () => {
  const made = await newConversation({ language: "de" });
  const token = await confirmationOf(made);
  expect(mailsTo(made.email)[0]?.subject).toBe("Ihr Chat mit Kiln Street: E-Mail-Adresse bestätigen");
  await confirm(token);
  await world.deliverAll();
  const [, copy] = mailsTo(made.email);
  expect(copy?.subject).toBe("Ihre Unterhaltung mit Kiln Street");
  expect(copy?.text).toContain("Zum Antworten öffnen Sie den Chat auf");
  expect(String(copy?.html)).toContain('<html lang="de" dir="ltr">');
});

test("each of the two emails is sent at most twice per conversation and day, also by several requests at once", async () => {
  const made = await newConversation();
  const call = { baseUrl: world.baseUrl, token: made.visitor.token };
  const five = await Promise.all(Array.from({ length: 5 }, () => send("POST", path(made.id), call)));
  expect(five.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([202, 202, 429, 429, 429]);
  await world.deliverAll();
  expect(mailsTo(made.email)).toHaveLength(2);
  const [one, two] = mailsTo(made.email).map(({ text }) => linkIn(text));
  expect(await confirm(one ?? "")).toBe(204);
  expect(await request(made)).toBe("confirmed");
  const { detail } = await refuseTo("rate_limited", made);
  expect(detail).not.toContain("@");
  // The second link was sent before both copies.
  expect(await confirm(two ?? "")).toBe(204);
  await world.deliverAll();
  expect(mailsTo(made.email)).toHaveLength(4);
  await world.sql("UPDATE mails SET created_at = created_at - interval '25 hours' WHERE conversation_id = $1", [
    made.id,
  ]);
  expect(await request(made)).toBe("confirmed");
});

test("a link that's tampered with, expired, for another address, or of an erased conversation or blocked visitor is gone", async () => {
  const made = await newConversation();
  const token = await confirmationOf(made);
  const [said = "", signature = ""] = token.split(".");
  for (const wrong of [`${said}.${signature.slice(1)}`, said, "x"]) await refuseLink("link_gone", wrong);
  await refuseLink("invalid_request", "");
  await world.sql("UPDATE visitors SET email = $2 WHERE id = $1", [made.visitor.id, `new-${made.email}`]);
  await refuseLink("link_gone", token);
  await world.sql("UPDATE visitors SET email = $2, blocked_at = now() WHERE id = $1", [made.visitor.id, made.email]);
  await refuseLink("link_gone", token);
  await world.sql("UPDATE visitors SET blocked_at = NULL WHERE id = $1", [made.visitor.id]);
  await world.send("DELETE", `/visitors/${made.visitor.id}`, { token: made.owner.token });
  await refuseLink("link_gone", token);
  expect(mailsTo(made.email)).toHaveLength(1);
});

test("a copy that's on its way to an address which the visitor has changed isn't sent anywhere", async () => {
  const made = await newConversation();
  await confirm(await confirmationOf(made));
  await world.sql("UPDATE visitors SET email = $2 WHERE id = $1", [made.visitor.id, `new-${made.email}`]);
  await world.deliverAll();
  expect(mailsTo(made.email)).toHaveLength(1);
  expect(mailsTo(`new-${made.email}`)).toEqual([]);
  const [kept] = await world.sql(
    "SELECT status, recipient FROM mails WHERE conversation_id = $1 AND kind = 'transcript'",
    [made.id],
  );
  expect(kept).toEqual({ status: "skipped", recipient: null });
});

test("without an address, with an unsubscribed one, or on a site that emails nobody, it's a conflict and nothing is queued", async () => {
  const owner = await world.newOwner();
  const site = await world.newSite(owner);
  const silent = await world.openWidget(site);
  await refuseTo("conflict", { visitor: silent, id: await world.write(silent, "Hello") });
  const made = await newConversation();
  const stopped = "UPDATE visitors SET mails_stopped_at = $2 WHERE id = $1";
  await world.sql(stopped, [made.visitor.id, new Date()]);
  await refuseTo("conflict", made);
  await world.sql(stopped, [made.visitor.id, null]);
  const mail = (visitorAnswers: boolean) =>
    world.send("PATCH", `/sites/${made.site.id}/mail`, { token: made.owner.token, body: { visitorAnswers } });
  await mail(false);
  await refuseTo("conflict", made);
  await mail(true);
  await world.sql("UPDATE users SET email_confirmed_at = NULL WHERE id = $1", [made.owner.id]);
  await refuseTo("conflict", made);
  await world.sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [made.owner.id]);
  await using without = await startProcess("without-mail", { DATABASE_URL: world.database.url, JOBS: "off" });
  await refuse("conflict", "POST", path(made.id), { baseUrl: without.baseUrl, token: made.visitor.token });
  expect(await world.sql("SELECT FROM mails WHERE conversation_id = $1", [made.id])).toEqual([]);

  const other = await world.openWidget(made.site);
  await world.write(other, "Someone else");
  await refuseTo("not_found", { visitor: other, id: made.id });
  expect(await request(made)).toBe("confirmation");
});

test("of a long conversation the email has the newest messages, and says that there are more", async () => {
  const made = await newConversation();
  await confirm(await confirmationOf(made));
  await world.sql(
    `INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
     SELECT gen_random_uuid(), conversation_id, workspace_id, n, sender_type, sender_id, 'Number ' || n || repeat(' long', 400), created_at
     FROM messages, generate_series(2, 90) n WHERE conversation_id = $1 AND seq = 1`,
    [made.id],
  );
  await world.deliverAll();
  const text = mailsTo(made.email).at(-1)?.text ?? "";
  expect(text.length).toBeLessThan(100_000);
  expect(text).toContain("Number 90");
  expect(text).not.toContain("Number 2 ");
  expect(text).toContain("its earlier messages aren’t in this email");
  expect(text).toContain("To reply, open the chat on");
});

test("the site's email settings say what keeps emails from visitors", async () => {
  const needs = async ({ token }: { token: string }, siteId: string, baseUrl = world.baseUrl) =>
    JSON.parse((await send("GET", `/sites/${siteId}/mail`, { baseUrl, token })).text).mail.visitorMailsNeed;
  const owner = await world.newOwner({ confirmed: false });
  const site = await world.newSite(owner);
  expect(await needs(owner, site.id)).toBe("owner_confirmation");
  await world.sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [owner.id]);
  expect(await needs(owner, site.id)).toBeUndefined();
  await world.send("PATCH", `/sites/${site.id}/mail`, { token: owner.token, body: { visitorAnswers: false } });
  expect(await needs(owner, site.id)).toBe("visitor_answers");
  await using silent = await startProcess("silent", { DATABASE_URL: world.database.url, JOBS: "off" });
  expect(await needs(owner, site.id, silent.baseUrl)).toBe("mail_server");
});
