import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { FileUseResponse } from "#lib/files/files/schema.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask, refuse, send } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { newConversation, newOwnerWithSite, openWidget } from "../support/factories.ts";
import { png, uploadAsMember, uploadAsVisitor, uploadCall } from "../support/files.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember, newTeam } from "../support/team.ts";

const fetchFile = (
  id: string,
  { token, query = "", headers = {} }: { token?: string; query?: string; headers?: Record<string, string> },
) =>
  fetch(`${testEnvironment.baseUrl}/files/${id}/photo.png${query}`, {
    redirect: "manual",
    headers: { ...(token !== undefined && { Authorization: `Bearer ${token}` }), ...headers },
  });

/** Makes an upload a message's. */
const name = (fileId: string, messageId: string) =>
  sql("UPDATE files SET message_id = $2, position = 0 WHERE id = $1", [fileId, messageId]);

const newPlace = async () => {
  const place = await newConversation();
  const [message] = await sql("SELECT id FROM messages WHERE conversation_id = $1", [place.id]);
  return { ...place, messageId: String(message?.id) };
};

test("a visitor uploads a picture before their first message, and its uploader alone can open it", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const content = png();
  const file = await uploadAsVisitor(visitor, { content, name: "My photo.png" });
  expect(file).toMatchObject({ name: "My photo.png", mediaType: "image/png", kind: "image", width: 8, height: 6 });
  expect((await fetchFile(file.id, { token: owner.token })).status).toBe(404);
  const own = await uploadAsMember(owner, site.id, { content: png() });
  const opened = await fetchFile(own.id, { token: owner.token });
  expect(opened.status).toBe(200);
});

test("a member opens a file of a message, whole, in parts and not again, with headers that let nothing in it run", async () => {
  const { owner, visitor, messageId } = await newPlace();
  const content = png();
  const file = await uploadAsVisitor(visitor, { content });
  await name(file.id, messageId);
  const { token } = owner;
  const whole = await fetchFile(file.id, { token });
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(content);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "content-type": "image/png",
    "content-length": String(content.length),
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, max-age=300",
    "content-disposition": "inline; filename=\"photo.png\"; filename*=UTF-8''photo.png",
  });
  const etag = String(whole.headers.get("etag"));
  const part = await fetchFile(file.id, { token, headers: { Range: "bytes=2-5", "If-Range": etag } });
  expect(part.status).toBe(206);
  expect(part.headers.get("content-range")).toBe(`bytes 2-5/${content.length}`);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(2, 6));
  const other = await fetchFile(file.id, { token, headers: { Range: "bytes=2-5", "If-Range": '"other"' } });
  expect(other.status).toBe(200);
  await other.arrayBuffer();
  for (const known of [etag, `"other", W/${etag}`, "*"]) {
    expect((await fetchFile(file.id, { token, headers: { "If-None-Match": known } })).status).toBe(304);
  }
  const head = await fetch(`${testEnvironment.baseUrl}/files/${file.id}/a.png`, {
    method: "HEAD",
    headers: { Authorization: `Bearer ${token}`, Range: "bytes=2-5" },
  });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(content.length)]);
  const beyond = await fetchFile(file.id, { token, headers: { Range: `bytes=${content.length}-` } });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${content.length}`]);
});

const RUNNABLE: Record<string, string> = {
  HTML: "<!doctype html><script>alert(1)</script>",
  SVG: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  "what begins like a GIF": "GIF89a/*<script>alert(1)</script>*/=1;alert(1)",
};
for (const [what, text] of Object.entries(RUNNABLE)) {
  test(`${what} called photo.png is refused, because its content is recognized (H1)`, async () => {
    const { visitor } = await newPlace();
    const call = uploadCall(visitor.token, { content: Buffer.from(text), name: "photo.png" });
    await refuse("file_kind_not_allowed", "POST", "/public/files", call);
  });
}

test("a file that isn't a picture, audio or video is always a download, whatever it's called (H1)", async () => {
  const { owner, visitor, messageId } = await newPlace();
  const file = await uploadAsVisitor(visitor, { content: Buffer.from("alert(1)"), name: "photo.png" });
  await name(file.id, messageId);
  const { headers } = await fetchFile(file.id, { token: owner.token });
  expect(headers.get("content-type")).toBe("application/octet-stream");
  expect(headers.get("content-disposition")).toMatch(/^attachment;/);
});

const NAMES: [given: string, stored: string | RegExp][] = [
  ["../../etc/passwd", /^[^./\\][^/\\]*$/],
  ['a"\r\nX-Evil: 1.png', /^[^\r\n]*$/],
  ["photo\u202Egnp.exe", "photognp.exe.png"],
  ["日本 😀.png", "日本 😀.png"],
  [`${"x".repeat(1_000)}.png`, /^x{116}\.png$/],
  ["\u202E", "file"],
];
for (const [given, stored] of NAMES) {
  test(`a file called ${JSON.stringify(given).slice(0, 30)} keeps of its name what can be shown on one line (H2)`, async () => {
    const { owner, visitor, messageId } = await newPlace();
    const file = await uploadAsVisitor(visitor, { name: given });
    if (typeof stored === "string") expect(file.name).toBe(stored);
    else expect(file.name).toMatch(stored);
    expect([...file.name].length).toBeLessThanOrEqual(120);
    await name(file.id, messageId);
    const opened = await fetchFile(file.id, { token: owner.token });
    expect(opened.status).toBe(200);
    expect(opened.headers.get("x-evil")).toBeNull();
    await opened.arrayBuffer();
  });
}

test("a name that ends like a program or page gets the ending of what the file is (H2)", async () => {
  const { visitor } = await newPlace();
  const ole = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
  const cases: [given: string, content: Buffer<ArrayBuffer>, stored: string][] = [
    ["invoice.js", Buffer.from("alert(1)"), "invoice.js.txt"],
    ["Notes.BAT. ", Buffer.from("del *"), "Notes.BAT.txt"],
    ["a.application", Buffer.from("x"), "a.application.txt"],
    ["setup.msi", ole, "setup.msi.doc"],
    ["photo.hta", png(), "photo.hta.png"],
    ["photo.JPG", png(), "photo.JPG"],
    ["README", Buffer.from("read"), "README"],
  ];
  for (const [given, content, stored] of cases) {
    expect((await uploadAsVisitor(visitor, { name: given, content })).name).toBe(stored);
  }
});

test("an upload without a name, with one that can't be decoded, or empty is refused", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const raw = png();
  for (const headers of [{}, { "File-Name": "%E0%A4%A" }]) {
    await refuse("invalid_request", "POST", "/public/files", { token: visitor.token, raw, headers });
  }
  const empty = uploadCall(visitor.token, { content: Buffer.alloc(0) });
  await refuse("invalid_request", "POST", "/public/files", empty);
  await refuse("not_found", "POST", `/files?siteId=${randomUUID()}`, uploadCall(owner.token));
});

test("a site's list of kinds holds for visitors and members, and an empty one accepts nothing", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { token } = owner;
  const change = (fileKinds: string[]) =>
    ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token, body: { fileKinds } });
  expect((await change(["text"])).site.files).toMatchObject({ kinds: ["text"], maxCount: 10 });
  await refuse("file_kind_not_allowed", "POST", "/public/files", uploadCall(visitor.token));
  await refuse("file_kind_not_allowed", "POST", `/files?siteId=${site.id}`, uploadCall(token));
  await uploadAsVisitor(visitor, { content: Buffer.from("plain text"), name: "notes.txt" });
  await change([]);
  await refuse("file_kind_not_allowed", "POST", "/public/files", uploadCall(visitor.token));
});

test("what a workspace's files take is counted against its quota", async () => {
  const { owner, site } = await newOwnerWithSite();
  const content = png();
  await uploadAsMember(owner, site.id, { content });
  const { files } = await ask(FileUseResponse, 200, "GET", "/workspace/files", { token: owner.token });
  expect(files).toEqual({ count: 1, bytes: content.length, quota: 10 * 1024 ** 3 });
});

test("a member counts the files of their own sites", async () => {
  const { owner, agent, sites } = await newTeam();
  const content = png();
  for (const { id } of sites) await uploadAsMember(owner, id, { content });
  for (const [{ token }, count] of [
    [owner, 2],
    [agent, 1],
  ] as const) {
    expect((await ask(FileUseResponse, 200, "GET", "/workspace/files", { token })).files.count).toBe(count);
  }
});

test("a member without the site, another owner and another visitor can't open a file, and uploads follow the sites too (H7)", async () => {
  const { site, visitor, messageId } = await newPlace();
  const file = await uploadAsVisitor(visitor);
  await name(file.id, messageId);
  const { owner: stranger } = await newOwnerWithSite();
  const [workspace] = await sql("SELECT workspace_id FROM sites WHERE id = $1", [site.id]);
  const colleague = await addMember(String(workspace?.workspace_id), { role: "agent", siteIds: [] });
  for (const { token } of [stranger, colleague]) {
    expect((await fetchFile(file.id, { token })).status).toBe(404);
    await refuse("not_found", "POST", `/files?siteId=${site.id}`, uploadCall(token));
  }
  expect((await fetchFile(file.id, {})).status).toBe(401);
});

test("a blocked visitor uploads nothing", async () => {
  const { owner, visitor } = await newPlace();
  await send("PUT", `/visitors/${visitor.visitorId}/block`, { token: owner.token });
  await sql("UPDATE visitors SET blocked_at = now() WHERE id = $1", [visitor.visitorId]);
  await refuse("not_accepted", "POST", "/public/files", uploadCall(visitor.token));
});
