import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { NoteResponse } from "#lib/desk/notes/schema.ts";
import { ask, send } from "../support/api-client.ts";
import { parseCsv } from "../support/csv.ts";
import { registerDevice } from "../support/devices.ts";
import { visitorStream } from "../support/event-stream.ts";
import { openWidget, patchConversation, reply, sendMessage, start } from "../support/factories.ts";
import { mailWorld } from "../support/mail-world.ts";
import { addNote, notesPath } from "../support/notes.ts";
import { newSubscription } from "../support/push-subscription.ts";
import { rowsContaining } from "../support/rows-containing.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { newListeningSite } from "../support/webhooks.ts";

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
