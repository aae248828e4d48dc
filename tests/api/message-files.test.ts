import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { StartConversationResponse } from "#lib/desk/conversations/schema.ts";
import { isOnlyNames } from "#lib/desk/messages/file-names.ts";
import { type MessageJson, MessageListResponse, MessageResponse } from "#lib/desk/messages/schema.ts";
import { ask, askNothing, type Call, refuse, refuseFields, send } from "../support/api-client.ts";
import { parseCsv } from "../support/csv.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  allMessages,
  conversation,
  deleteConversation,
  newConversation,
  newOwnerWithSite,
  newSite,
  openWidget,
  ownConversations,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { sql, storedRows } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";
import { addFile } from "../support/uploaded-files.ts";
import { newListeningSite, open } from "../support/webhooks.ts";

type Place = Awaited<ReturnType<typeof newConversation>>;

/** A way to send a message: its path, its sender, and how they upload a file. */
type Door = { path: string; token: string; upload: (content?: Parameters<typeof addFile>[2]) => Promise<string> };

const START = ({ visitor, site }: Place): Door => ({
  path: "/public/conversations",
  token: visitor.token,
  upload: (content) => addFile(site.id, visitor, content),
});
const SEND = ({ id, ...place }: Place): Door => ({
  ...START({ id, ...place }),
  path: `/public/conversations/${id}/messages`,
});
const REPLY = ({ owner, site, id }: Place): Door => ({
  path: `/conversations/${id}/messages`,
  token: owner.token,
  upload: (content) => addFile(site.id, { userId: owner.user.id }, content),
});

const DOORS = {
  "POST /public/conversations": START,
  "POST /public/conversations/{id}/messages": SEND,
  "POST /conversations/{id}/messages": REPLY,
};

const post = ({ path, token }: Door, body: object, key: string = randomUUID()) =>
  send("POST", path, { token, body, headers: { "Idempotency-Key": key } });
const messageOf = ({ text }: { text: string }): MessageJson => JSON.parse(text).message;
const idsOf = ({ files = [] }: MessageJson) => files.map(({ id }) => id);
const namesIn = ({ files = [] }: MessageJson) => files.map(({ name }) => name);

const pageOf = async (path: string, { token }: { token: string }) =>
  (await ask(MessageListResponse, 200, "GET", path, { token })).messages;

async function storedFile(id: string) {
  const [row] = await sql("SELECT message_id AS message, position FROM files WHERE id = $1", [id]);
  return row;
}

for (const [name, door] of Object.entries(DOORS)) {
  test.describe(`${name} with files`, () => {
    test("stores them in the order they're named, and both sides read them with the message", async () => {
      const place = await newConversation();
      const { upload, ...from } = door(place);
      const [one, two, three] = [
        await upload({ name: "one.jpg", size: 12 }),
        await upload({ name: "two.pdf", mediaType: "application/pdf" }),
        await upload({ name: "three.txt" }),
      ];
      const files = [two, three, one];
      const sent = messageOf(await post({ upload, ...from }, { message: "Here they are", files }));
      expect([sent.seq, sent.body, idsOf(sent)]).toEqual([2, "Here they are", files]);
      expect(sent.files?.[0]).toMatchObject({ name: "two.pdf", mediaType: "application/pdf", size: 2_140_000 });
      expect(isOnlyNames(sent)).toBe(false);

      const [, team] = await allMessages(place.owner, place.id);
      const [, visitors] = await pageOf(`/public/conversations/${place.id}/messages`, place.visitor);
      for (const read of [team, visitors]) {
        expect([read?.body, read && idsOf(read), read && namesIn(read)]).toEqual([
          "Here they are",
          files,
          ["two.pdf", "three.txt", "one.jpg"],
        ]);
      }
      expect(team?.files?.[0]?.url).not.toBe(visitors?.files?.[0]?.url);
      expect(await storedFile(three)).toEqual({ message: sent.id, position: 1 });
      expect((await conversation(place.owner, place.id)).lastMessagePreview).toBe("Here they are");
      const [first] = await allMessages(place.owner, place.id);
      expect(first).not.toHaveProperty("files");
    });

    test("without a text, its body and the conversation's preview are the files' names", async () => {
      const place = await newConversation();
      const from = door(place);
      const files = [await from.upload({ name: "photo.jpg" }), await from.upload({ name: "a receipt.pdf" })];
      const sent = messageOf(await post(from, { files }));
      expect([sent.body, idsOf(sent)]).toEqual(["photo.jpg\na receipt.pdf", files]);
      expect(isOnlyNames(sent)).toBe(true);
      expect((await conversation(place.owner, place.id)).lastMessagePreview).toBe("photo.jpg a receipt.pdf");
      expect((await ownConversations(place.visitor))[0]?.lastMessagePreview).toBe("photo.jpg a receipt.pdf");
    });

    test("rejects a message without text and files, too many files, and one named twice or that isn't an id", async () => {
      const place = await newConversation();
      const { path, token, upload } = door(place);
      const id = await upload();
      const before = await storedRows(place.owner);
      const eleven = Array.from({ length: 11 }, () => randomUUID());
      await refuseFields(["message"], "POST", path, { token, body: {} });
      for (const files of [[], [id, id], [id, id.toUpperCase()], eleven, id, null])
        await refuseFields(["files"], "POST", path, { token, body: { message: "Hi", files } });
      await refuseFields(["files.1"], "POST", path, { token, body: { files: [id, "photo.jpg"] } });
      await refuseFields(["message"], "POST", path, { token, body: { message: " ", files: [id] } });
      expect(await storedRows(place.owner)).toEqual(before);
    });

    test("stores it once per key, returns its files again, and refuses the key for other files or another order", async () => {
      const place = await newConversation();
      const from = door(place);
      const files = [await from.upload({ name: "a.jpg" }), await from.upload({ name: "b.jpg" })];
      const [first = "", second = ""] = files;
      const other = await from.upload({ name: "a.jpg" });
      const sent = await post(from, { files }, "k");
      expect([sent.status, idsOf(messageOf(sent))]).toEqual([201, files]);
      const before = await storedRows(place.owner);
      for (const body of [{ files }, { message: "a.jpg\nb.jpg", files: files.map((id) => id.toUpperCase()) }]) {
        const again = await post(from, body, "k");
        expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
        expect(messageOf(again)).toEqual(messageOf(sent));
      }
      const others = [
        { files: [second, first] },
        { message: "a.jpg\nb.jpg", files: [second, first] },
        { files: [first] },
        { files: [other, second] },
        { message: "a.jpg\nb.jpg" },
        { message: "Other", files },
        { files: [randomUUID(), second] },
      ];
      for (const body of others) {
        const call = { token: from.token, body, headers: { "Idempotency-Key": "k" } };
        await refuse("idempotency_mismatch", "POST", from.path, call);
      }
      const plain = await post(from, { message: "Plain" }, "plain");
      expect(plain.status).toBe(201);
      const call = { token: from.token, body: { message: "Plain", files: [other] } };
      await refuse("idempotency_mismatch", "POST", from.path, { ...call, headers: { "Idempotency-Key": "plain" } });
      expect((await storedRows(place.owner)).messages).toHaveLength(before.messages.length + 1);
      expect(await storedFile(other)).toEqual({ message: null, position: null });
    });

    test("names each file that doesn't exist or isn't the sender's, alike, stores nothing, and leaves the others", async () => {
      const place = await newConversation();
      const { owner, site, visitor } = place;
      const { path, token, upload } = door(place);
      const otherSite = await newSite(owner);
      const otherVisitor = await openWidget(site);
      const stranger = await newOwnerWithSite();
      const isReply = token === owner.token;
      const foreign = {
        "that doesn't exist": randomUUID(),
        "of the other side": await addFile(site.id, isReply ? visitor : { userId: owner.user.id }),
        "of another visitor": await addFile(site.id, otherVisitor),
        "of another site": await addFile(otherSite.id, isReply ? { userId: owner.user.id } : visitor),
        "of another workspace": await addFile(stranger.site.id, { userId: stranger.owner.user.id }),
      };
      const mine = await upload();
      const before = await storedRows(owner);
      const bodies = new Set<string>();
      for (const id of Object.values(foreign)) {
        for (const more of [{}, { message: "Look" }]) {
          const body = { ...more, files: [mine, id] };
          const { requestId: _, ...problem } = await refuse("file_not_found", "POST", path, { token, body });
          bodies.add(JSON.stringify(problem));
        }
      }
      expect([...bodies]).toEqual([expect.stringContaining('"errors":[{"path":"files.1",')]);
      const { errors } = await refuse("file_not_found", "POST", path, {
        token,
        body: { files: [randomUUID(), mine, randomUUID()] },
      });
      expect(errors?.map((error) => error.path)).toEqual(["files.0", "files.2"]);
      expect(await storedRows(owner)).toEqual(before);
      expect((await post({ path, token, upload }, { files: [mine] })).status).toBe(201);
    });

    test("refuses a file that a message has, and names it", async () => {
      const place = await newConversation();
      const from = door(place);
      const [used, fresh] = [await from.upload(), await from.upload()];
      await post(from, { files: [used] });
      const before = await storedRows(place.owner);
      const call = { token: from.token, body: { message: "Again", files: [fresh, used] } };
      const { errors } = await refuse("file_used", "POST", from.path, call);
      expect(errors?.map(({ path }) => path)).toEqual(["files.1"]);
      expect(await storedRows(place.owner)).toEqual(before);
    });

    test("of 10 messages at once with the same two files in either order, one has both, and the others are refused", async () => {
      const place = await newConversation();
      const from = door(place);
      const files = [await from.upload(), await from.upload()];
      const before = (await storedRows(place.owner)).messages.length;
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, nth) => post(from, { files: nth % 2 === 0 ? files : files.toReversed() })),
      );
      const stored = responses.filter(({ status }) => status === 201);
      expect(stored).toHaveLength(1);
      for (const { status, text } of responses.filter((response) => response.status !== 201))
        expect([status, JSON.parse(text).code]).toEqual([409, "file_used"]);
      expect((await storedRows(place.owner)).messages).toHaveLength(before + 1);
      expect(await Promise.all(files.map(storedFile))).toEqual(
        files.map((id) => {
          const [winner] = stored.map(messageOf);
          return { message: winner?.id, position: winner && idsOf(winner).indexOf(id) };
        }),
      );
    });

    test("of 10 requests at once with the same key and files, all get the one message", async () => {
      const place = await newConversation();
      const from = door(place);
      const files = [await from.upload(), await from.upload()];
      const responses = await Promise.all(Array.from({ length: 10 }, () => post(from, { files }, "k")));
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
      expect(new Set(responses.map((response) => messageOf(response).id)).size).toBe(1);
      expect(responses.every((response) => idsOf(messageOf(response)).join() === files.join())).toBe(true);
    });
  });
}

test("a visitor's first message can have files before anything else of them is stored", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const file = await addFile(site.id, visitor);
  const body = { files: [file], name: "Grace" };
  const call = { token: visitor.token, body };
  const { conversationId, message } = await ask(StartConversationResponse, 201, "POST", "/public/conversations", call);
  expect([message.seq, message.body, idsOf(message)]).toEqual([1, "photo.jpg", [file]]);
  expect(await allMessages(owner, conversationId)).toMatchObject([{ files: [{ id: file }] }]);
});

test("a visitor's message with files reopens its conversation, and a reply with files can close it", async () => {
  const place = await newConversation();
  const { owner, id } = place;
  await patchConversation(owner, id, { status: "closed" });
  const from = SEND(place);
  expect((await post(from, { files: [await from.upload()] })).status).toBe(201);
  expect((await conversation(owner, id)).status).toBe("open");
  const answering = REPLY(place);
  expect((await post(answering, { files: [await answering.upload()], close: true })).status).toBe(201);
  expect((await conversation(owner, id)).status).toBe("closed");
});

test("a stale reply leaves its files unused, and its key sends them anyway", async () => {
  const { owner, admin, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has a site");
  const { conversationId: id } = await start(await openWidget(site), "Hello");
  const file = await addFile(site.id, { userId: owner.user.id });
  const theirs = await addFile(site.id, { userId: admin.user.id }, { name: "theirs.png" });
  const path = `/conversations/${id}/messages`;
  await ask(MessageResponse, 201, "POST", path, { token: admin.token, body: { files: [theirs] } });
  const call = (body: object): Call => ({
    token: owner.token,
    body: { files: [file], ...body },
    headers: { "Idempotency-Key": "k" },
  });
  for (const more of [{}, { close: true }]) {
    const { newer } = await refuse("stale_reply", "POST", path, call({ seenSeq: 1, ...more }));
    expect(newer?.messages).toMatchObject([{ body: "theirs.png", files: [{ id: theirs, name: "theirs.png" }] }]);
    expect(await storedFile(file)).toEqual({ message: null, position: null });
  }
  const { message } = await ask(MessageResponse, 201, "POST", path, call({}));
  expect([message.seq, idsOf(message)]).toEqual([3, [file]]);
  const again = await send("POST", path, call({ seenSeq: 1 }));
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
});

test("a member can't send a colleague's file, or one of a site that isn't the conversation's", async () => {
  const { owner, admin, agent, sites } = await newTeam();
  const [first, second] = sites;
  if (!first || !second) throw new Error("the team has two sites");
  const { conversationId: id } = await start(await openWidget(first), "Hello");
  const path = `/conversations/${id}/messages`;
  const colleagues = await addFile(first.id, { userId: admin.user.id });
  const elsewhere = await addFile(second.id, { userId: agent.user.id });
  for (const file of [colleagues, elsewhere])
    await refuse("file_not_found", "POST", path, { token: agent.token, body: { files: [file] } });
  // What they can't see comes first.
  const hidden = await start(await openWidget(second), "Hello");
  const hiddenPath = `/conversations/${hidden.conversationId}/messages`;
  await refuse("not_found", "POST", hiddenPath, { token: agent.token, body: { files: [elsewhere] } });
  await ask(MessageResponse, 201, "POST", hiddenPath, {
    token: owner.token,
    body: { files: [await addFile(second.id, { userId: owner.user.id })] },
  });
});

test("a blocked visitor, a blocked word and an ended conversation refuse a message with files, and leave them unused", async () => {
  const place = await newConversation();
  const { owner, site, visitor, id } = place;
  const from = SEND(place);
  const file = await from.upload({ name: "cheap-pills.jpg" });
  await ask(MessageResponse, 201, "POST", from.path, { token: visitor.token, body: { message: "Fine" } });
  await send("PATCH", `/sites/${site.id}/blocking`, { token: owner.token, body: { words: ["pills"] } });
  const call = (body: object) => ({ token: visitor.token, body });
  await refuse("not_accepted", "POST", from.path, call({ message: "Buy pills", files: [file] }));
  // Names that become the text are no exception.
  await refuse("not_accepted", "POST", from.path, call({ files: [file] }));
  await refuse("not_accepted", "POST", "/public/conversations", call({ files: [file] }));
  await send("PATCH", `/sites/${site.id}/blocking`, { token: owner.token, body: { words: [] } });
  await patchConversation(owner, id, { visitorBlocked: true });
  for (const path of ["/public/conversations", from.path]) {
    for (const more of [{}, { message: "Look" }])
      await refuse("not_accepted", "POST", path, call({ ...more, files: [file] }));
  }
  await patchConversation(owner, id, { visitorBlocked: false });
  await deleteConversation(owner, id);
  await refuse("not_found", "POST", from.path, call({ files: [file] }));
  expect(await storedFile(file)).toEqual({ message: null, position: null });
  await ask(StartConversationResponse, 201, "POST", "/public/conversations", call({ files: [file] }));
});

test("both sides' streams carry a message's files, each with its own links", async () => {
  const place = await newConversation();
  await using team = await ownerStream(place.owner);
  await using visitors = await visitorStream(place.visitor);
  for (const from of [SEND(place), REPLY(place)]) {
    const file = await from.upload();
    const sent = messageOf(await post(from, { files: [file] }));
    const [seen, theirs] = await Promise.all([team.next("message.created"), visitors.next("message.created")]);
    expect([idsOf(seen.message), idsOf(theirs.message)]).toEqual([[file], [file]]);
    expect(seen.message.body).toBe("photo.jpg");
    expect([seen.message.files, theirs.message.files]).toContainEqual(sent.files);
    expect(seen.message.files).not.toEqual(theirs.message.files);
  }
  await sendMessage(place.visitor, place.id, "No file");
  expect((await team.next("message.created")).message).not.toHaveProperty("files");
});

test("a webhook's event lists a message's files with addresses of the API", async () => {
  await using listening = await newListeningSite({ events: ["message.created"] });
  const { owner, site, receiver, secret } = listening;
  const visitor = await openWidget(site);
  const file = await addFile(site.id, visitor, { name: "my photo?.jpg" });
  const body = { message: "a secret text", files: [file] };
  await ask(StartConversationResponse, 201, "POST", "/public/conversations", { token: visitor.token, body });
  const [received] = await receiver.receives(1);
  if (!received) throw new Error("nothing came");
  const { data } = open(received, secret) as { data: { message: { files: unknown[] } } };
  expect(data.message.files).toEqual([
    {
      id: file,
      name: "my photo?.jpg",
      mediaType: "image/jpeg",
      size: 2_140_000,
      url: expect.stringContaining(`/files/${file}/my%20photo%3F.jpg`),
    },
  ]);
  expect(received.body).not.toContain("secret text");
  const { conversationId } = await start(visitor, "No file");
  await reply(owner, conversationId, "Nor here");
  const others = (await receiver.receives(3)).slice(1).map((one) => open(one, secret));
  expect(JSON.stringify(others)).not.toContain("files");
});

test("an export has a message's files, as a list in JSON and as names in CSV", async () => {
  const place = await newConversation();
  const from = SEND(place);
  const files = [await from.upload({ name: "=a.jpg" }), await from.upload({ name: "b.pdf" })];
  await post(from, { message: "Two files", files });
  const { token } = place.owner;
  const json = await send("GET", `/sites/${place.site.id}/export`, { token });
  const [visitor] = JSON.parse(json.text).visitors;
  expect(visitor.conversations[0].messages[1]).toMatchObject({
    body: "Two files",
    files: [{ id: files[0], name: "=a.jpg", mediaType: "image/jpeg", size: 2_140_000 }, { id: files[1] }],
  });
  const csv = await send("GET", `/sites/${place.site.id}/export?format=csv`, { token });
  const [header = [], first = [], second = []] = parseCsv(csv.text);
  const at = header.indexOf("files");
  expect([first[at], second[at], second[header.indexOf("body")]]).toEqual(["", "'=a.jpg\nb.pdf", "Two files"]);
});

test("files go with their message's conversation", async () => {
  const place = await newConversation();
  const from = SEND(place);
  const file = await from.upload();
  await post(from, { files: [file] });
  await deleteConversation(place.owner, place.id);
  expect(await storedFile(file)).toBeUndefined();
  await askNothing("DELETE", `/visitors/${place.visitor.visitorId}`, { token: place.owner.token });
});

test("a search finds a message by the names of its files if it has no text", async () => {
  const place = await newConversation();
  const from = SEND(place);
  await post(from, { files: [await from.upload({ name: "zephyrine.pdf" })] });
  const found = await send("GET", "/conversations?q=zephyrine", { token: place.owner.token });
  expect(JSON.parse(found.text).conversations).toMatchObject([{ id: place.id }]);
});
