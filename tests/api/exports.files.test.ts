import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { expect, test } from "@playwright/test";
import type { MessageJson } from "#lib/desk/messages/schema.ts";
import type { UploadedFileJson } from "#lib/files/files/schema.ts";
import { askNothing, refuse, send } from "../support/api-client.ts";
import { parseCsv } from "../support/csv.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwnerWithSite, openWidget } from "../support/factories.ts";
import { png, pngOf, uploadAsMember, uploadAsVisitor } from "../support/files.ts";
import { addNote } from "../support/notes.ts";
import { pathOfContent } from "../support/own-storage.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember, newTeam } from "../support/team.ts";
import { type Unzipped, unzip } from "../support/zip.ts";

type Place = Awaited<ReturnType<typeof newOwnerWithSite>>;
type Sent = { file: UploadedFileJson; content: Buffer<ArrayBuffer> };
type FileInArchive = NonNullable<MessageJson["files"]>[number] & { path: string };

async function sendFiles({ site }: Pick<Place, "site">, files: { name: string; content: Buffer<ArrayBuffer> }[]) {
  const visitor = await openWidget(site);
  const sent: Sent[] = [];
  for (const { name, content } of files)
    sent.push({ file: await uploadAsVisitor(visitor, { name, content }), content });
  const body = { message: "Look", files: sent.map(({ file }) => file.id) };
  const { text } = await send("POST", "/public/conversations", { token: visitor.token, body });
  const conversationId = String(JSON.parse(text).conversationId);
  return { visitor, conversationId, sent };
}

async function unpack({ token }: { token: string }, path: string): Promise<Map<string, Unzipped>> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${testEnvironment.baseUrl}${path}/export?format=zip`, { headers });
  expect(response.status).toBe(200);
  return unzip(Buffer.from(await response.arrayBuffer()));
}

type Named = { id: string; conversations: { messages: { files?: FileInArchive[] }[]; notes?: object[] }[] };

/** The visitors of an archive's JSON, and the files that it names. */
function readJson(entries: Map<string, Unzipped>, name: string) {
  const { visitors }: { visitors: Named[] } = JSON.parse(String(entries.get(`${name}.json`)?.content));
  const conversations = visitors.flatMap((visitor) => visitor.conversations);
  const files = conversations.flatMap(({ messages }) => messages.flatMap((message) => message.files ?? []));
  return { visitors, conversations, files };
}

const HOSTILE = [
  "../x.png",
  `a "quoted" 'name'.png`,
  "innocent\u202Egnp.exe",
  "same.png",
  "same.png",
  "CON",
  `${"日".repeat(1_000)}.png`,
];

test("an archive of a site has every file as it was sent, where its JSON and CSV say, whatever its name", async () => {
  const place = await newOwnerWithSite();
  const { owner, site } = place;
  const { conversationId, sent, visitor } = await sendFiles(
    place,
    HOSTILE.map((name) => ({ name, content: png() })),
  );
  const text = Buffer.from("a price list, ".repeat(300));
  const reply = { file: await uploadAsMember(owner, site.id, { name: "prices.txt", content: text }), content: text };
  const body = { message: "Here", files: [reply.file.id] };
  await send("POST", `/conversations/${conversationId}/messages`, { token: owner.token, body });
  await addNote(owner, conversationId, "Only for us");
  const other = await sendFiles(place, [{ name: "other.png", content: png() }]);

  const entries = await unpack(owner, `/sites/${site.id}`);
  const { files, conversations } = readJson(entries, "site-inbox-site");
  const all = [...sent, reply, ...other.sent];
  expect(new Set(files.map(({ id }) => id))).toEqual(new Set(all.map(({ file }) => file.id)));
  for (const { id, path } of files) {
    const uploaded = all.find(({ file }) => file.id === id);
    expect(entries.get(path)?.content.equals(uploaded?.content ?? Buffer.alloc(0)), path).toBe(true);
  }
  const paths = files.map(({ path }) => path);
  expect(paths).toHaveLength(all.length);
  expect(new Set(entries.keys())).toEqual(new Set(["site-inbox-site.json", "site-inbox-site.csv", ...paths]));
  for (const path of paths) expect(path).toMatch(/^files\/[\da-f-]{36}-[^/\\"<>:|?*\u202e]{1,120}$/);
  expect(conversations.flatMap(({ notes = [] }) => notes)).toHaveLength(1);
  const [head = [], ...lines] = parseCsv(String(entries.get("site-inbox-site.csv")?.content));
  const listed = lines.flatMap((line) => (line[head.indexOf("files")] ?? "").split("\n")).filter((path) => path !== "");
  expect(new Set(listed)).toEqual(new Set(paths));

  const own = await unpack(owner, `/visitors/${visitor.visitorId}`);
  const exported = readJson(own, "site-inbox-visitor");
  expect(exported.visitors.map(({ id }) => id)).toEqual([visitor.visitorId]);
  expect(exported.conversations[0]).not.toHaveProperty("notes");
  expect(own.size, "without the other visitor's").toBe(2 + sent.length + 1);
});

test("an archive without files has the JSON and the CSV, and one with a lost file says which", async () => {
  const place = await newOwnerWithSite();
  const path = `/sites/${place.site.id}`;
  expect([...(await unpack(place.owner, path)).keys()]).toEqual(["site-inbox-site.json", "site-inbox-site.csv"]);
  const { sent } = await sendFiles(place, [
    { name: "lost.png", content: png() },
    { name: "kept.png", content: png() },
  ]);
  const [lost, kept] = sent.map(({ file }) => file.id);
  const [row] = await sql(
    "SELECT storage_key AS key FROM files f JOIN stored_files o ON o.hash = f.hash WHERE f.id = $1",
    [lost],
  );
  await rm(pathOfContent(String(row?.key)));
  const entries = await unpack(place.owner, path);
  expect([...entries.keys()].slice(2)).toEqual([`files/${kept}-kept.png`, "missing.txt"]);
  expect(String(entries.get("missing.txt")?.content)).toContain(`\nfiles/${lost}-lost.png\n`);
});

test("an agent, an admin of other sites and another workspace's owner get no archive", async () => {
  const { workspaceId, owner, limitedAdmin, sites } = await newTeam();
  const agent = await addMember(workspaceId);
  const stranger = await newOwnerWithSite();
  const site = sites[1];
  if (!site) throw new Error("the team has no site");
  const { visitor } = await sendFiles({ site }, [{ name: "photo.png", content: png() }]);
  for (const path of [`/sites/${site.id}`, `/visitors/${visitor.visitorId}`]) {
    await refuse("not_permitted", "GET", `${path}/export?format=zip`, { token: agent.token });
    for (const { token } of [limitedAdmin, stranger.owner])
      await refuse("not_found", "GET", `${path}/export?format=zip`, { token });
    expect((await unpack(owner, path)).size).toBe(3);
  }
});

test("an archive breaks off when its session ends", async () => {
  const place = await newOwnerWithSite();
  // More than the buffers between the service and its reader hold.
  const large = () => pngOf(2_000, 2_000, randomBytes(9_000_000));
  const { visitor } = await sendFiles(place, [
    { name: "1.png", content: large() },
    { name: "2.png", content: large() },
  ]);
  const { token } = place.owner;
  const request = get(`${testEnvironment.baseUrl}/visitors/${visitor.visitorId}/export?format=zip`, {
    headers: { Authorization: `Bearer ${token}` },
    agent: false,
  });
  const [response]: IncomingMessage[] = await once(request, "response");
  if (!response) throw new Error("there was no response");
  response.pause();
  // Heard from before the session ends: a response that breaks off while nobody listens tells nobody.
  const brokenOff = expect(once(response, "end")).rejects.toMatchObject({ code: "ECONNRESET" });
  await askNothing("POST", "/auth/logout", { token });
  response.resume();
  await brokenOff;
});
