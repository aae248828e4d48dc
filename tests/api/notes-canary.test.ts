import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { NoteResponse } from "#lib/desk/notes/schema.ts";
import { ask, send } from "../support/api-client.ts";
import { parseCsv } from "../support/csv.ts";
import { registerDevice } from "../support/devices.ts";
import { visitorStream } from "../support/event-stream.ts";
import { openWidget, patchConversation, reply, sendMessage, start } from "../support/factories.ts";
import { INBOUND } from "../support/inbound.ts";
import { mailWorld } from "../support/mail-world.ts";
import { addNote, notesPath } from "../support/notes.ts";
import {
  addressIn,
  joinTeam,
  letAlertsAge,
  mailBackTo,
  newDate,
  sendByMail,
  startProvider,
  visitorsMessages,
} from "../support/persons-mail.ts";
import { newSubscription } from "../support/push-subscription.ts";
import { rowsContaining } from "../support/rows-containing.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { newListeningSite } from "../support/webhooks.ts";
import { HEADERS, QUOTES } from "../unit/mail-in/attributions.ts";

// Letters only, so that no format escapes it.
const newCanary = () => `canary${randomBytes(12).toString("hex").replaceAll(/\d/g, "x")}`;

test("a note is in nothing that a visitor, a webhook or a device gets, and only in a site's export and its own table", async () => {
  const canary = newCanary();
  await using listening = await newListeningSite();
  const { owner, site, receiver } = listening;
  await using push = await startReceiver((_, response) => response.writeHead(201).end());
  const subscription = newSubscription(`${push.url}/send/${randomUUID()}`);
  await registerDevice(owner, subscription);
  const visitor = await openWidget(site);
  await using stream = await visitorStream(visitor);
  const { conversationId: id } = await start(visitor, "Hello", { email: "grace@example.com" });
  await receiver.receives(2);

  await addNote(owner, id, `${canary} ${owner.email}`);
  await sendMessage(visitor, id, "Are you there?");
  await addNote(owner, id, canary);
  await reply(owner, id, "Yes.");
  await patchConversation(owner, id, { status: "closed" });
  await sendMessage(visitor, id, "And now?");
  await stream.next("message.created", ({ message }) => message.body === "And now?");
  // Two of the visitor's, a reply, closed, and reopened by a message.
  await receiver.receives(7);
  const [pushed] = await push.receives(1);

  const visits = await Promise.all(
    ["", `/${id}/messages`, `/${id}/read`].map((path) => send("GET", `/public/conversations${path}`, visitor)),
  );
  const session = await send("POST", "/public/widget-session", {
    body: { siteKey: site.publicKey, visitorToken: visitor.token },
  });
  const exports = await Promise.all(
    ["json", "csv"].map((format) => send("GET", `/visitors/${visitor.visitorId}/export?format=${format}`, owner)),
  );
  const leaving = {
    visits: visits.map(({ text }) => text),
    session: session.text,
    stream: stream.received,
    webhooks: receiver.received.map(({ body }) => body),
    push: subscription.decrypt(pushed?.bytes ?? Buffer.alloc(0)).toString(),
    exports: exports.map(({ status, text }) => `${status} ${text}`),
  };
  expect(JSON.stringify(leaving)).not.toContain(canary);
  expect(leaving.exports.join()).toMatch(/^200 .*And now\?.*,200 .*And now\?/s);
  expect(JSON.stringify(leaving)).not.toMatch(/noteSeq|mentions|"notes"/);
  expect(await rowsContaining([canary])).toEqual({ notes: 2 });

  const siteExport = await send("GET", `/sites/${site.id}/export`, owner);
  const [exported] = JSON.parse(siteExport.text).visitors[0].conversations;
  expect(exported.notes).toMatchObject([{ seq: 1 }, { seq: 2, body: canary, authorId: owner.user.id }]);
  const table = parseCsv((await send("GET", `/sites/${site.id}/export?format=csv`, owner)).text);
  const [head = [], ...lines] = table;
  const rows = lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at]])));
  expect(rows.filter(({ noteId }) => noteId)).toMatchObject([
    { conversationId: id, messageId: "", noteSeq: "1", noteAuthorId: owner.user.id },
    { conversationId: id, messageId: "", noteSeq: "2", note: canary },
  ]);
  expect(rows.filter(({ messageId }) => messageId)).toHaveLength(4);
});

test("a note is in no email, neither to the visitor nor to the owner", async () => {
  const canary = newCanary();
  const world = await mailWorld();
  try {
    const { owner, site } = await world.newOwnerWithSite();
    const visitor = await world.openWidget(site);
    const id = await world.write(visitor, "Hello", { email: "grace@example.com" });
    const note = { token: owner.token, baseUrl: world.baseUrl, body: { note: canary } };
    await ask(NoteResponse, 201, "POST", notesPath(id), note);
    await world.deliverAll();
    await world.reply(owner, id, "Yes.");
    await world.deliverAll();
    expect(world.server.received.map(({ to }) => to.join())).toEqual([owner.email, "grace@example.com"]);
    expect(JSON.stringify(world.server.received)).not.toContain(canary);
  } finally {
    await world.close();
  }
});

test("nothing of an alert reaches the visitor with a reply, in whatever shape a mail client quotes it, and a reply to a note's text is a reply", {
  tag: "@all",
}, async () => {
  const world = await mailWorld({ ...INBOUND, LIMIT_INBOUND: "1000" });
  const provider = await startProvider();
  try {
    const { owner, site } = await world.newOwnerWithSite({ name: newCanary() });
    const bob = await joinTeam(world, owner);
    await world.sql("UPDATE users SET name = $2 WHERE id = $1", [bob.id, newCanary()]);
    const visitor = await world.openWidget(site);
    const id = await world.write(visitor, `${newCanary()} to begin with`, {
      name: newCanary(),
      pageUrl: "https://a.example/canary",
    });
    await world.reply(bob, id, `${newCanary()} from a colleague`);
    const note = { token: bob.token, baseUrl: world.baseUrl, body: { note: `${newCanary()} in a note` } };
    await ask(NoteResponse, 201, "POST", notesPath(id), note);
    await world.write(visitor, `${newCanary()} and more`);
    await world.deliverAll();
    await letAlertsAge(world);
    const alert = world.mailsTo(owner).at(-1)?.mail;
    const to = addressIn(alert);
    const { text: plain = "", html: page = "" } = alert ?? {};
    const body = /<body[^>]*>(.*)<\/body>/s.exec(page || "")?.[1] ?? "";
    expect(plain.match(/canary/g)?.length).toBeGreaterThan(4);
    expect(body.match(/canary/g)?.length).toBeGreaterThan(4);
    type Shape = [client: string, mail: Partial<Parameters<typeof sendByMail>[2]>];
    const shapes: Shape[] = [
      ...QUOTES.map(([client, shape]): Shape => [client, { html: shape.replace("Q1", () => body), text: "" }]),
      ...HEADERS.map(([language, rows]): Shape => [language, { text: `Yes\n\n${rows}\n\n${plain}` }]),
      ["marked", { text: `Yes\n\nOn Sun, 29 Nov 2026 at 10:00, Inbox wrote:\n${plain.replace(/^/gm, "> ")}` }],
      [
        "wrapped",
        {
          text: `Yes\n\nOn Sun, 29 Nov 2026 at 10:00, Inbox wrote:\n${plain.replace(/(.{30}\S*) /g, "$1\n").replace(/^/gm, "> ")}`,
        },
      ],
      ["above", { text: `${plain.replace(/^/gm, "> ")}\n\nYes` }],
      ["without a mark", { text: `Yes\n\n${plain}` }],
      [
        "versions that differ",
        {
          text: `Yes\n\n${plain.replace(/^/gm, "> ")}`,
          html: `<p>Yes</p><blockquote>${Array.from({ length: 1_000 }, (_, at) => `word${at}`).join(" ")}</blockquote>`,
        },
      ],
      ["attached", { text: "Yes", attachments: [{ contentType: "message/rfc822", content: plain }] }],
      ["attached by name", { text: "Yes", attachments: [{ filename: "Hi.eml", content: plain }] }],
      ["attached as text", { text: "Yes", attachments: [{ filename: "a.txt", content: plain }] }],
    ];
    const ends = [];
    for (const [client, written] of shapes) {
      const end = await sendByMail(world, provider, { from: owner.email, to, date: newDate(), ...written });
      ends.push(`${client}: ${end}`);
      await mailBackTo(world, owner);
    }
    const got = (await visitorsMessages(world, visitor, id)).filter(({ senderId }) => senderId === owner.id);
    expect(got.map(({ body: sent }) => sent).filter((sent) => sent !== "Yes" && !sent.endsWith("\n\nYes"))).toEqual([]);
    expect(JSON.stringify(got)).not.toMatch(/canary\w+ (from a colleague|in a note)/);
    expect(got.flatMap(({ files = [] }) => files)).toEqual([]);
    expect(ends.filter((end) => !/: (stored|refused: asked)$/.test(end))).toEqual([]);
    // At most a few shapes need a click.
    expect(ends.filter((end) => end.endsWith("asked")).length).toBeLessThan(5);
    expect(JSON.stringify(world.server.received)).not.toMatch(/canary\w+ in a note/);
  } finally {
    await provider[Symbol.asyncDispose]();
    await world.close();
  }
});
