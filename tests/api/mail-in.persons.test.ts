import { expect, test } from "@playwright/test";
import { EventListResponse } from "#lib/desk/conversation-events/schema.ts";
import { ask, askNothing, refuse, send } from "../support/api-client.ts";
import { INBOUND } from "../support/inbound.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import {
  addressIn,
  joinTeam,
  letAlertsAge,
  mailBackTo,
  messagesOf,
  newAlerted,
  type Provider,
  sendByMail,
  startProvider,
  visitorsMessages,
} from "../support/persons-mail.ts";

/*
 * A person replies to an alert by email: their own words reach the visitor, and what can't be sent comes back.
 */

let world: MailWorld;
let provider: Provider;
test.beforeAll(async () => {
  world = await mailWorld({ ...INBOUND, LIMIT_INBOUND: "1000" });
  provider = await startProvider();
});
test.afterAll(async () => {
  await provider?.[Symbol.asyncDispose]();
  await world.close();
});

type Mail = Parameters<typeof sendByMail>[2];
const deliver = (mail: Mail) => sendByMail(world, provider, mail);

test("of a reply with the whole alert below it, only the person's own words and the visitor's quoted ones are sent", async () => {
  const { owner, visitor, id, alert, to } = await newAlerted(world);
  const marked = (alert?.text ?? "").replace(/^/gm, "> ");
  const text = `Yes, since Monday.\n\nOn Sun, 29 Nov 2026 at 10:00, Inbox <${to}> wrote:\n${marked}`;
  expect(await deliver({ from: owner.email, to, text })).toBe("stored");
  const inline = `${marked.split("> > Is it back?")[0]}> > Is it back?\n\nStill here.\n${marked}`;
  expect(await deliver({ from: owner.email, to, text: inline, date: new Date(1_000) })).toBe("stored");
  const bodies = (await visitorsMessages(world, visitor, id)).map(({ body }) => body);
  expect(bodies).toEqual(["Is it back?", "Yes, since Monday.", "> > Is it back?\n\nStill here."]);
  const stored = await world.sql("SELECT rest, quoted, signature FROM message_mails");
  for (const row of stored) expect(row).toEqual({ rest: null, quoted: null, signature: null });
});

test("files are sent with a reply, within the site's limits, and the person is notified about those that aren't", async () => {
  const { owner, visitor, id, to } = await newAlerted(world);
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
    "base64",
  );
  const attachments = [
    { filename: "plan.png", content: png },
    { filename: "run.exe", content: Buffer.from("MZ\0\0and more") },
  ];
  expect(await deliver({ from: owner.email, to, text: "Here’s the plan", attachments })).toBe("stored");
  const [theirs] = (await visitorsMessages(world, visitor, id)).slice(-1);
  expect(theirs).toMatchObject({ body: "Here’s the plan", files: [{ name: "plan.png" }] });
  const back = await mailBackTo(world, owner);
  expect(back?.subject).toBe("Sent: your reply to Grace");
  expect(back?.text).toContain("run.exe (this site doesn’t accept such files)");
  expect(await deliver({ from: owner.email, to, text: "", attachments: attachments.slice(0, 1) })).toBe("stored");
  expect((await visitorsMessages(world, visitor, id)).at(-1)).toMatchObject({ body: "plan.png" });
});

test("what can't be sent comes back to the account's address with its text and what to do, and a program's doesn't", async () => {
  const { owner, id, to } = await newAlerted(world);
  const from = owner.email;
  const backOf = async (mail: Partial<Mail>) => {
    const end = await deliver({ from, to, ...mail });
    return { end, text: (await mailBackTo(world, owner))?.text ?? null };
  };
  const long = `Long ${"word ".repeat(900)}`;
  expect(await backOf({ text: "" })).toEqual({
    end: "refused: empty",
    text: expect.stringContaining("no text of your own"),
  });
  expect(await backOf({ text: long })).toEqual({
    end: "refused: too_long",
    text: expect.stringContaining("word word word"),
  });
  const encrypted = { text: "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----" };
  const pgp = { contentType: 'multipart/encrypted; protocol="application/pgp-encrypted"', content: "x" };
  expect((await backOf({ ...encrypted, alternatives: [pgp] })).end).toMatch(/^refused: /);
  for (const headers of [
    { "Auto-Submitted": "auto-replied" },
    { "List-Id": "<x.example>" },
    { "Site-Inbox": "other.example" },
  ]) {
    expect(await backOf({ text: "I'm away", headers })).toEqual({ end: "refused: machine", text: null });
  }
  expect(await backOf({ text: "I'm away", subject: "Automatic reply: Hi" })).toEqual({
    end: "refused: asked",
    text: expect.stringContaining("Its subject is one that automatic replies have."),
  });
  expect(await backOf({ text: "I'm away", envelope: { from: "<>" } })).toEqual({ end: "refused: machine", text: null });
  expect(await visitorsCount(id)).toBe(1);
});

const visitorsCount = async (id: string) =>
  (await world.sql("SELECT FROM messages WHERE conversation_id = $1", [id])).length;

test("a blocked visitor gets nothing, and a closed conversation opens", async () => {
  const { owner, visitor, id, to } = await newAlerted(world);
  const call = { baseUrl: world.baseUrl, token: owner.token };
  await world.sql("UPDATE visitors SET blocked_at = now() WHERE id = $1", [visitor.id]);
  expect(await deliver({ from: owner.email, to, text: "Blocked?" })).toBe("refused: blocked");
  expect((await mailBackTo(world, owner))?.text).toContain("This visitor is blocked.");
  await world.sql("UPDATE visitors SET blocked_at = NULL WHERE id = $1", [visitor.id]);
  await send("PATCH", `/conversations/${id}`, { ...call, body: { status: "closed" } });
  expect(await deliver({ from: owner.email, to, text: "One more thing." })).toBe("stored");
  expect(await world.sql("SELECT status FROM conversations WHERE id = $1", [id])).toEqual([{ status: "open" }]);
  const { events } = await ask(EventListResponse, 200, "GET", `/conversations/${id}/events`, call);
  expect(events.at(-1)).toMatchObject({ kind: "reopened", via: "email", actorId: owner.id });
  await send("PATCH", `/conversations/${id}`, { ...call, body: { spam: true } });
  expect(await deliver({ from: owner.email, to, text: "To spam." })).toBe("stored");
});

test("a reply to a closed conversation whose visitor has a newer one comes back with its address", async () => {
  const { owner, visitor, id, to } = await newAlerted(world);
  await send("PATCH", `/conversations/${id}`, {
    baseUrl: world.baseUrl,
    token: owner.token,
    body: { status: "closed" },
  });
  const newer = await world.write(visitor, "Another question");
  expect(newer).not.toBe(id);
  expect(await deliver({ from: owner.email, to, text: "To the old one" })).toBe("refused: newer_conversation");
  const back = await mailBackTo(world, owner);
  expect(back?.text).toContain(`/inbox/${newer}`);
  expect(back?.text).toContain("To the old one");
  expect(await visitorsCount(newer)).toBe(1);
});

test("an alert about several conversations has an address for each, and a reply to all of it comes back", async () => {
  const { owner, site } = await world.newOwnerWithSite({ name: "Kiln Street" });
  const people = [];
  for (const name of ["Ada", "Ben"]) {
    const visitor = await world.openWidget(site);
    people.push({ name, visitor, id: await world.write(visitor, `It's ${name}`, { name }) });
  }
  await world.deliverAll();
  await letAlertsAge(world);
  const alert = world.mailsTo(owner).at(-1)?.mail;
  expect(alert?.text).toMatch(/^This email is about several conversations\./);
  expect(await deliver({ from: owner.email, to: addressIn(alert), text: "To everyone" })).toBe("refused: several");
  const back = await mailBackTo(world, owner);
  expect(back?.text).toContain("Use the link below the one that you mean.");
  expect(back?.text).toContain("To everyone");
  for (const { name, visitor, id } of people) {
    const address =
      new RegExp(`reply to ${name} by email: mailto:([^?\\s]+)\\?subject=`).exec(alert?.text ?? "")?.[1] ?? "";
    expect(alert?.html || "").toContain(`href="mailto:${address}?subject=`);
    expect(await deliver({ from: owner.email, to: address, text: `Hello ${name}` })).toBe("stored");
    const bodies = (await visitorsMessages(world, visitor, id)).map(({ body }) => body);
    expect(bodies).toEqual([`It's ${name}`, `Hello ${name}`]);
  }
});

test("a teammate who replies from a forwarded alert is asked about, to the account alone, and each has an address of their own", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const bob = await joinTeam(world, owner);
  const visitor = await world.openWidget(site);
  const id = await world.write(visitor, "Is it back?", { name: "Grace" });
  await world.deliverAll();
  await letAlertsAge(world);
  const [ofOwner, ofBob] = [owner, bob].map((person) => addressIn(world.mailsTo(person).at(-1)?.mail));
  expect(ofOwner).not.toBe(ofBob);
  const before = world.mailsTo(bob).length;
  expect(await deliver({ from: bob.email, to: ofOwner ?? "", text: "As Olga?" })).toBe("refused: asked");
  expect((await mailBackTo(world, owner))?.subject).toBe("Did you reply to Grace?");
  expect(world.mailsTo(bob)).toHaveLength(before);
  // One address decides, also in a reply to all.
  const both = { from: bob.email, to: `${ofBob}, ${ofOwner}`, envelope: { to: ofBob ?? "" } };
  expect(await deliver({ ...both, text: "As Bob" })).toBe("stored");
  const messages = await messagesOf(world, owner, id);
  expect(messages.map(({ body, senderId }) => [body, senderId])).toEqual([
    ["Is it back?", visitor.id],
    ["As Bob", bob.id],
  ]);
});

test("two replies from different clients are in the thread once each, and only their writer downloads the originals", async () => {
  const { owner, visitor, id, to } = await newAlerted(world);
  const call = { baseUrl: world.baseUrl, token: owner.token };
  expect(await deliver({ from: owner.email, to, text: "From a phone\n\nSent from my iPhone" })).toBe("stored");
  const html = "<p>From a desk</p><p>--&nbsp;<br>Olga</p>";
  expect(await deliver({ from: owner.email, to, html, text: "From a desk" })).toBe("stored");
  const bodies = (await visitorsMessages(world, visitor, id)).map(({ body }) => body);
  expect(bodies.slice(1)).toEqual(["From a phone", "From a desk"]);

  const [, phone] = await messagesOf(world, owner, id);
  const path = `/conversations/${id}/messages/${phone?.id}/original`;
  const original = await send("GET", path, call);
  expect([original.status, original.text]).toEqual([200, expect.stringContaining("Sent from my iPhone")]);
  const admin = await joinTeam(world, owner, { role: "admin" });
  await refuse("not_found", "GET", path, { baseUrl: world.baseUrl, token: admin.token });
});

test("an agent downloads the original of their own reply, and no one's else", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const bob = await joinTeam(world, owner, { siteIds: [site.id] });
  const visitor = await world.openWidget(site);
  const id = await world.write(visitor, "Is it back?", { name: "Grace" });
  await world.deliverAll();
  await letAlertsAge(world);
  for (const person of [bob, owner]) {
    const to = addressIn(world.mailsTo(person).at(-1)?.mail);
    const end = await deliver({ from: person.email, to, text: `From ${person.id}` });
    // The second one is held, since a teammate replied first.
    expect(end).toBe(person === bob ? "stored" : "refused: held");
  }
  const [, mine] = await messagesOf(world, bob, id);
  const path = `/conversations/${id}/messages/${mine?.id}/original`;
  expect((await send("GET", path, { baseUrl: world.baseUrl, token: bob.token })).status).toBe(200);
  await refuse("not_found", "GET", path, { baseUrl: world.baseUrl, token: owner.token });
  await askNothing("DELETE", `/conversations/${id}`, { baseUrl: world.baseUrl, token: owner.token });
});
