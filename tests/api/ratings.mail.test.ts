import { expect, test } from "@playwright/test";
import { type ConversationJson, RatedConversationResponse } from "#lib/desk/conversations/schema.ts";
import { rateByLink } from "#lib/desk/ratings/rate-by-link.system.ts";
import { RatingLinkResponse } from "#lib/desk/ratings/schema.ts";
import { signLink } from "#platform/crypto/signed-link.ts";
import { startCounting } from "#platform/metrics/count.ts";
import { createMetrics } from "#platform/metrics/metrics.ts";
import { ask, refuse, send } from "../support/api-client.ts";
import { insertRows } from "../support/insert-rows.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import { startProcess } from "../support/start-process.ts";

/*
 * Emails that ask a visitor for a rating, and what their link does.
 */

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld();
});
test.afterAll(() => world.close());

type Made = Awaited<ReturnType<typeof repliedTo>>;

/** A conversation that was replied to, whose visitor left an email, on a site that also asks by email. */
async function repliedTo(language?: string) {
  const owner = await world.newOwner();
  const site = await world.newSite(owner, { name: "Kiln Street" });
  const settings = { token: owner.token, body: { asksRating: true, mailsRating: true } };
  expect((await world.send("PATCH", `/sites/${site.id}`, settings)).status).toBe(200);
  const visitor = await world.openWidget(site);
  const email = `visitor-${visitor.id}@example.com`;
  const id = await world.write(visitor, "canary of a message", { email, ...(language && { language }) });
  await world.sql("UPDATE users SET alert_mails = false WHERE id = $1", [owner.id]);
  await world.reply(owner, id, "canary of a reply");
  await world.send("POST", `/public/conversations/${id}/read`, { token: visitor.token, body: { seq: 2 } });
  await world.deliverAll();
  return { owner, site, visitor, email, id };
}

const patch = async ({ owner, id }: Pick<Made, "owner" | "id">, body: object) =>
  expect((await world.send("PATCH", `/conversations/${id}`, { token: owner.token, body })).status).toBe(200);
const close = (made: Pick<Made, "owner" | "id">) => patch(made, { status: "closed" });
async function closed(language?: string) {
  const made = await repliedTo(language);
  await close(made);
  return made;
}

const mailsTo = ({ email }: Pick<Made, "email">) =>
  world.server.received.filter(({ to }) => to.includes(email)).map(({ mail }) => mail);
const linkIn = (text = "") => /\S+\/rate#(\S+)/.exec(text)?.[1] ?? "";
/** The token of the link that the visitor of a closed conversation gets. */
async function asked(made: Pick<Made, "email">): Promise<string> {
  await world.deliverAll();
  return linkIn(mailsTo(made).at(-1)?.text);
}
/** What was emailed was so a week ago. */
const passAWeek = ({ visitor }: Made) =>
  world.sql("UPDATE mails SET sent_at = sent_at - interval '8 days' WHERE visitor_id = $1", [visitor.id]);
const endsOf = ({ id }: Pick<Made, "id">) =>
  world.sql<{ status: string; reason: string | null }>(
    "SELECT status, reason FROM mails WHERE conversation_id = $1 AND kind = 'visitor_rating' ORDER BY created_at",
    [id],
  );
const preview = (token: string) =>
  ask(RatingLinkResponse, 200, "POST", "/public/rating/preview", { baseUrl: world.baseUrl, body: { token } });
const rate = async (token: string, body: object) =>
  (await world.send("PUT", "/public/rating", { body: { token, ...body } })).status;
const refuseBoth = async (code: "link_gone" | "rating_closed", token: string) => {
  const call = { baseUrl: world.baseUrl };
  await refuse(code, "POST", "/public/rating/preview", { ...call, body: { token } });
  await refuse(code, "PUT", "/public/rating", { ...call, body: { token, score: 1 } });
};
const rated = ({ owner, id }: Made) =>
  ask(RatedConversationResponse, 200, "GET", `/conversations/${id}`, { baseUrl: world.baseUrl, token: owner.token });
const ratingsOf = async (made: Made) =>
  (await rated(made)).ratings.map(({ score, comment, via }) => [score, comment, via]);

test("a visitor is asked once, 15 minutes after a close, by an email without any text of the conversation", async () => {
  const made = await closed();
  const [due] = await world.sql(
    "SELECT extract(epoch FROM due_at - created_at)::int AS seconds FROM mails WHERE conversation_id = $1 AND status = 'pending'",
    [made.id],
  );
  expect(due).toEqual({ seconds: 900 });
  const token = await asked(made);
  const [mail, ...more] = mailsTo(made);
  expect(more).toEqual([]);
  expect([mail?.subject, mail?.from?.text]).toEqual([
    "How was your chat with Kiln Street?",
    '"Kiln Street" <inbox@inbox.example>',
  ]);
  for (const text of [mail?.text, String(mail?.html)]) {
    expect(text).not.toContain("canary");
    expect(text).not.toContain(made.owner.email);
    expect(text).toContain(token);
    expect(text).toContain("Unsubscribe from emails about this chat");
  }
  expect(mail?.text?.match(/\/rate#/g)).toHaveLength(1);
  expect(world.server.received.findLast(({ to }) => to.includes(made.email))?.raw).toContain("List-Unsubscribe: <");

  const shown = await preview(token);
  expect(shown).toEqual({ siteName: "Kiln Street", language: "en", until: expect.any(String) });
  expect((Date.parse(shown.until) - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
  expect(await ratingsOf(made)).toEqual([]);
  expect(await rate(token, { score: 4, comment: "Quick" })).toBe(204);
  expect(await ratingsOf(made)).toEqual([[4, "Quick", "email"]]);
  const { conversation }: { conversation: ConversationJson } = await rated(made);
  expect(conversation.rating).toBe(4);
  await world.deliverAll();
  expect(mailsTo(made)).toHaveLength(1);
});

test("the email is in the visitor's language, in Arabic from right to left, and in English if that isn't known", async () => {
  const german = await closed("de");
  const token = await asked(german);
  const [mail] = mailsTo(german);
  expect(mail?.subject).toBe("Wie war Ihr Chat mit Kiln Street?");
  expect(mail?.text).toContain("Chat bewerten");
  expect(String(mail?.html)).toContain('<html lang="de" dir="ltr">');
  expect((await preview(token)).language).toBe("de");
  const arabic = await closed("ar");
  await asked(arabic);
  expect(String(mailsTo(arabic)[0]?.html)).toContain('<html lang="ar" dir="rtl">');
  const unknown = await closed();
  await world.sql("UPDATE visitors SET language = 'xx' WHERE id = $1", [unknown.visitor.id]);
  expect((await preview(await asked(unknown))).language).toBe("en");
});

test("a link that's only looked at stores nothing: its page, HEAD, prefetches and the preview", async () => {
  const made = await closed();
  const token = await asked(made);
  const before = await rated(made);
  for (const [method, path] of [
    ["GET", "/rate"],
    ["HEAD", "/rate"],
    ["GET", `/rate?token=${token}`],
  ] as const) {
    const headers = { "Sec-Purpose": "prefetch", Purpose: "prefetch" };
    const { status } = await fetch(world.baseUrl + path, { method, headers });
    expect(status, `${method} ${path}`).toBe(200);
  }
  for (const method of ["GET", "HEAD"]) expect((await world.send(method, "/public/rating")).status).toBe(405);
  await preview(token);
  await preview(token);
  expect(await rated(made)).toEqual(before);
});

test("a rating by email can be changed for a day and keeps its comment, and the widget's is the same one", async () => {
  const made = await closed();
  const token = await asked(made);
  await rate(token, { score: 2, comment: "Slow" });
  await rate(token, { score: 3 });
  expect(await ratingsOf(made)).toEqual([[3, "Slow", "email"]]);
  await rate(token, { score: 3, comment: null });
  expect(await ratingsOf(made)).toEqual([[3, undefined, "email"]]);
  const path = `/public/conversations/${made.id}/rating`;
  await world.send("PUT", path, { token: made.visitor.token, body: { close: 1, score: 5 } });
  expect(await ratingsOf(made)).toEqual([[5, undefined, "widget"]]);
  expect((await preview(token)).score).toBe(5);
  await world.sql("UPDATE ratings SET rated_at = now() - interval '25 hours' WHERE conversation_id = $1", [made.id]);
  await refuseBoth("rating_closed", token);
});

test("a rating by email is counted as one", async () => {
  const metrics = createMetrics();
  startCounting(metrics);
  const token = await asked(await closed());
  await rateByLink({ token, score: 5 });
  await rateByLink({ token, score: 5 });
  expect((await metrics.ratings.get()).values).toMatchObject([{ labels: { via: "email" }, value: 1 }]);
});

test("after a reopening the close can't be rated any longer, but a rating that was given stays changeable for its day", async () => {
  const unrated = await closed();
  const late = await asked(unrated);
  await patch(unrated, { status: "open" });
  await refuseBoth("rating_closed", late);
  expect(await ratingsOf(unrated)).toEqual([]);

  const made = await closed();
  const token = await asked(made);
  await rate(token, { score: 2 });
  await patch(made, { status: "open" });
  await world.reply(made.owner, made.id, "Solved");
  expect(await rate(token, { score: 5 })).toBe(204);
  expect((await rated(made)).conversation).toMatchObject({ rating: 5, status: "open" });
  await close(made);
  await passAWeek(made);
  const second = await asked(made);
  expect(second).not.toBe(token);
  await rate(second, { score: 4 });
  // The conversation shows the rating of its newest close.
  expect(await rate(token, { score: 1 })).toBe(204);
  expect(await ratingsOf(made)).toEqual([
    [1, undefined, "email"],
    [4, undefined, "email"],
  ]);
  expect((await rated(made)).conversation.rating).toBe(4);
});

test("a link that's tampered with, for something else, expired, or of an erased conversation or blocked visitor is gone", async () => {
  const made = await closed();
  const token = await asked(made);
  const [said = "", signature = ""] = token.split(".");
  const other = Buffer.from(Buffer.from(said, "base64url").toString().replace(" 1 ", " 2 ")).toString("base64url");
  const endsAt = String(Date.now() - 1000);
  const wrong = [
    `${other}.${signature}`,
    `${said}.${signature.slice(1)}`,
    said,
    "x",
    signLink("confirm", [made.id, "1", String(Date.now() + 1000)]),
    signLink("rate", [made.id, "1", endsAt]),
    signLink("rate", [made.id, "one", String(Date.now() + 100_000)]),
    signLink("rate", ["not an id", "1", String(Date.now() + 100_000)]),
  ];
  for (const one of wrong) await refuseBoth("link_gone", one);
  await refuse("invalid_request", "PUT", "/public/rating", { baseUrl: world.baseUrl, body: { token: "", score: 5 } });
  await refuse("invalid_request", "PUT", "/public/rating", { baseUrl: world.baseUrl, body: { token, score: 6 } });
  expect(await ratingsOf(made)).toEqual([]);

  await rate(token, { score: 5 });
  await patch(made, { visitorBlocked: true });
  await refuseBoth("link_gone", token);
  await patch(made, { visitorBlocked: false });
  await preview(token);
  await world.send("DELETE", `/visitors/${made.visitor.id}`, { token: made.owner.token });
  await refuseBoth("link_gone", token);
});

test("nothing is sent if the visitor rated or reopened it meanwhile, unsubscribed, is blocked, or the settings changed", async () => {
  const skipped = async (made: Made) => {
    await world.deliverAll();
    expect(mailsTo(made)).toEqual([]);
    const [end, ...more] = await endsOf(made);
    expect([end?.status, more]).toEqual(["skipped", []]);
    return end?.reason;
  };
  const after = async (change: (made: Made) => Promise<unknown>) => {
    const made = await closed();
    await change(made);
    return skipped(made);
  };
  const over = "The conversation was rated or reopened, or isn’t to be rated.";
  const rates = ({ visitor, id }: Made) =>
    world.send("PUT", `/public/conversations/${id}/rating`, { token: visitor.token, body: { close: 1, score: 5 } });
  expect(await after(rates)).toBe(over);
  expect(await after((made) => patch(made, { status: "open" }))).toBe(over);
  expect(await after((made) => patch(made, { spam: true }))).toBe(over);
  const off = (body: object) => async (made: Made) => {
    await world.send("PATCH", `/sites/${made.site.id}`, { token: made.owner.token, body });
  };
  expect(await after(off({ mailsRating: false }))).toBe(over);
  expect(await after(off({ asksRating: false }))).toBe(over);
  expect(await after((made) => patch(made, { visitorBlocked: true }))).toBe(over);
  const noMails = async ({ owner, site }: Made) => {
    await world.send("PATCH", `/sites/${site.id}/mail`, { token: owner.token, body: { visitorAnswers: false } });
  };
  expect(await after(noMails)).toMatch(/^Emails are turned off/);
  // Someone unsubscribed the address from another chat of the site.
  const elsewhere = async ({ site, email }: Made) => {
    const other = await world.openWidget(site);
    await world.write(other, "Hello", { email: email.toUpperCase() });
    await world.sql("UPDATE visitors SET mails_stopped_at = now() WHERE id = $1", [other.id]);
  };
  expect(await after(elsewhere)).toMatch(/^Emails are turned off/);
  const unconfirmed = async ({ owner }: Made) => {
    await world.sql("UPDATE users SET email_confirmed_at = NULL WHERE id = $1", [owner.id]);
  };
  expect(await after(unconfirmed)).toMatch(/^Your email isn’t confirmed/);
  // After an outage of a day, nobody expects to be asked.
  const outage = async ({ id }: Made) => {
    await world.sql(
      "UPDATE conversation_events SET created_at = now() - interval '25 hours' WHERE conversation_id = $1",
      [id],
    );
  };
  expect(await after(outage)).toBe("The conversation was closed more than a day ago.");
});

test("nobody is asked about a chat that was long over, twice a week, while another chat is open, or before the last reply was sent", async () => {
  const reasonOf = async (made: Made) => {
    await world.deliverAll();
    return (await endsOf(made)).at(-1)?.reason;
  };
  const past = await repliedTo();
  await world.sql("UPDATE conversations SET last_message_at = now() - interval '8 days' WHERE id = $1", [past.id]);
  await close(past);
  expect(await reasonOf(past)).toBe("The conversation’s last message was a week before its close.");

  const again = await closed();
  await asked(again);
  await patch(again, { status: "open" });
  await close(again);
  expect(await reasonOf(again)).toBe("The visitor was asked by email less than a week ago.");
  expect(mailsTo(again)).toHaveLength(1);

  const back = await closed();
  await insertRows(world.sql, "conversations", [{ visitor_id: back.visitor.id, status: "open" }]);
  expect(await reasonOf(back)).toBe("The visitor has an open conversation.");

  const unsent = await closed();
  await world.sql("UPDATE conversations SET visitor_mail_id = gen_random_uuid() WHERE id = $1", [unsent.id]);
  await world.deliverAll();
  expect(mailsTo(unsent)).toEqual([]);
  expect((await endsOf(unsent)).map(({ status }) => status)).toEqual(["pending"]);
  await world.sql("UPDATE conversations SET visitor_mail_id = NULL WHERE id = $1", [unsent.id]);
  await asked(unsent);
  expect(mailsTo(unsent)).toHaveLength(1);
});

test("nothing is queued without an email, on a site that doesn't ask by email, or after a close that no person made", async () => {
  const none = async (made: Pick<Made, "id">) => expect(await endsOf(made)).toEqual([]);
  const key = await repliedTo();
  const made = await world.send("POST", "/account/keys", {
    token: key.owner.token,
    body: { name: "Nightly report", scope: "write" },
  });
  await close({ owner: { ...key.owner, token: JSON.parse(made.text).secret }, id: key.id });
  await none(key);
  const service = await repliedTo();
  await world.sql("UPDATE conversations SET status = 'closed', changed_via = 'auto_close' WHERE id = $1", [service.id]);
  await none(service);
  const off = await repliedTo();
  await world.send("PATCH", `/sites/${off.site.id}`, { token: off.owner.token, body: { mailsRating: false } });
  await close(off);
  await none(off);
  const silent = await world.openWidget(off.site);
  const id = await world.write(silent, "Hello");
  await world.send("PATCH", `/sites/${off.site.id}`, { token: off.owner.token, body: { mailsRating: true } });
  await world.reply(off.owner, id, "Hi");
  await close({ owner: off.owner, id });
  await none({ id });
});

test("a reply that closes the conversation asks too, and each close asks once, also reopened within the 15 minutes", async () => {
  const made = await repliedTo();
  const body = { message: "Done", close: true };
  const path = `/conversations/${made.id}/messages`;
  expect((await world.send("POST", path, { token: made.owner.token, body })).status).toBe(201);
  await patch(made, { status: "open" });
  await world.reply(made.owner, made.id, "One more thing");
  await world.send("POST", `/public/conversations/${made.id}/read`, { token: made.visitor.token, body: { seq: 4 } });
  await close(made);
  const token = await asked(made);
  expect((await endsOf(made)).map(({ status }) => status)).toEqual(["skipped", "sent"]);
  expect(mailsTo(made)).toHaveLength(1);
  expect(await rate(token, { score: 5 })).toBe(204);
  const { ratings } = await rated(made);
  expect(ratings.map(({ close: seq }) => seq)).toEqual([3]);
});

test("two processes that close at once queue one email, and two ratings at once are one", async () => {
  const made = await repliedTo();
  await using second = await startProcess("second", {
    DATABASE_URL: world.database.url,
    JOBS: "off",
    ...world.settings,
  });
  const at = [world.baseUrl, second.baseUrl];
  const call = { token: made.owner.token, body: { status: "closed" } };
  const closes = at.map((baseUrl) => send("PATCH", `/conversations/${made.id}`, { ...call, baseUrl }));
  expect((await Promise.all(closes)).map(({ status }) => status)).toEqual([200, 200]);
  const token = await asked(made);
  expect(await endsOf(made)).toEqual([{ status: "sent", reason: null }]);
  const rates = [1, 5].map((score, which) =>
    send("PUT", "/public/rating", { baseUrl: at[which] ?? "", body: { token, score } }),
  );
  expect((await Promise.all(rates)).map(({ status }) => status)).toEqual([204, 204]);
  const { ratings, conversation } = await rated(made);
  expect(ratings.map(({ score }) => score)).toEqual([conversation.rating]);
});

test("ratings count among the ten emails an hour that a mailbox gets, and the rest wait", async () => {
  await world.sql("DELETE FROM account_mail_counts");
  const made = await closed();
  await world.deliverAll();
  expect(mailsTo(made)).toHaveLength(1);
  const counts = "UPDATE account_mail_counts SET queued_at = array_fill(now(), ARRAY[10]) WHERE allowance = 'reply'";
  await world.sql(counts);
  const again = await repliedTo();
  await world.sql("UPDATE visitors SET email = $2 WHERE id = $1", [again.visitor.id, made.email]);
  await close(again);
  await world.deliverAll();
  expect(mailsTo(made)).toHaveLength(1);
  expect((await endsOf(again))[0]?.status).toBe("pending");
  await world.sql("DELETE FROM account_mail_counts");
  await world.deliverAll();
  expect(mailsTo(made)).toHaveLength(2);
});

test("an address that bounces is given up, and a server that's down is tried again with the same link", async () => {
  const bounced = await closed();
  world.server.setReplies([{ at: "rcpt", reply: { code: 550, text: "5.1.1 no such user" } }]);
  await world.deliverAll();
  const [end] = await endsOf(bounced);
  expect(end?.status).toBe("failed");
  expect(end?.reason).not.toContain("@");

  const made = await closed();
  world.server.setReplies([{ at: "rcpt", reply: { code: 451, text: "4.3.0 later" } }, null]);
  expect(await world.deliverAll()).toEqual(["again"]);
  expect(mailsTo(made)).toEqual([]);
  world.server.setReplies();
  await preview(await asked(made));
  expect(mailsTo(made)).toHaveLength(1);
});

test("without a mail server nothing is queued", async () => {
  const made = await repliedTo();
  await using silent = await startProcess("silent", { DATABASE_URL: world.database.url, JOBS: "off" });
  const call = { baseUrl: silent.baseUrl, token: made.owner.token, body: { status: "closed" } };
  expect((await send("PATCH", `/conversations/${made.id}`, call)).status).toBe(200);
  expect(await endsOf(made)).toEqual([]);
});
