import { existsSync } from "node:fs";
import { expect, test } from "@playwright/test";
import sharp, { type Sharp } from "sharp";
import { MessageListResponse } from "#lib/desk/messages/schema.ts";
import { NoteResponse } from "#lib/desk/notes/schema.ts";
import { AccountResponse } from "#lib/people/owners/schema.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { MemberListResponse } from "#lib/team/members/schema.ts";
import { ask, askNothing, type Call, refuse, send } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  allMessages,
  newApiKey,
  newOwner,
  newOwnerWithSite,
  type Owner,
  openWidget,
  PASSWORD,
  reply,
  start,
} from "../support/factories.ts";
import { png, pngOf, uploadAsVisitor } from "../support/files.ts";
import { pathOfContent } from "../support/own-storage.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

type Content = Buffer<ArrayBuffer>;
type Token = Pick<Owner, "token">;

const bodyOf = ({ token }: Token, raw: Content, call: Call = {}): Call => ({ token, raw, ...call });
const setLogo = async (owner: Token, siteId: string, content: Content = png()) =>
  (await ask(SiteResponse, 200, "PUT", `/sites/${siteId}/logo`, bodyOf(owner, content))).site;
const setPhoto = async (owner: Token, content: Content = png()) =>
  (await ask(AccountResponse, 200, "PUT", "/account/photo", bodyOf(owner, content))).user;

/** A picture of a color of its own, so that no other test stores the same content. */
const picture = (width: number, height: number) => {
  const [r = 0, g = 0, b = 0] = Array.from({ length: 3 }, () => Math.floor(Math.random() * 256));
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } });
};
const contentOf = async (drawn: Sharp): Promise<Content> => Buffer.from(await drawn.toBuffer());

async function open(url: string | undefined, headers: Record<string, string> = {}) {
  const response = await fetch(String(url), { headers });
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
}

/** Where the content of a picture is stored. */
async function pathOf(url: string | undefined): Promise<string> {
  const [hash] = /[0-9a-f]{64}/.exec(String(url)) ?? [];
  const [row] = await sql("SELECT storage_key AS key FROM stored_files WHERE hash = $1", [hash]);
  return pathOfContent(String(row?.key));
}

const isGone = async (path: string, url: string | undefined) =>
  expect.poll(async () => [existsSync(path), (await open(url)).status], { timeout: 20_000 }).toEqual([false, 404]);

test("a logo is the middle square of any picture, at most 256 pixels wide, in WebP, and says nothing about its origin", async () => {
  const { owner, site } = await newOwnerWithSite();
  const withPlace = { exif: { IFD0: { Copyright: "Ada" }, IFD3: { GPSLatitude: "52/1 31/1 0/1" } } };
  const sent: [Content, number][] = [
    [
      await contentOf(
        picture(900, 600)
          .jpeg()
          .withMetadata({ orientation: 6, ...withPlace }),
      ),
      256,
    ],
    [await contentOf(picture(40, 90).png()), 40],
    [await contentOf(picture(300, 120).webp()), 120],
    [await contentOf(picture(64, 64).gif()), 64],
    [await contentOf(picture(500, 500).avif()), 256],
  ];
  const urls = new Set<string | undefined>();
  for (const [content, side] of sent) {
    const { logoUrl } = await setLogo(owner, site.id, content);
    expect(logoUrl).toMatch(/\/pictures\/[0-9a-f]{64}\.webp$/);
    const opened = await open(logoUrl);
    const found = await sharp(opened.content).metadata();
    expect([opened.status, found.format, found.width, found.height]).toEqual([200, "webp", side, side]);
    expect([found.exif, found.orientation]).toEqual([undefined, undefined]);
    urls.add(logoUrl);
  }
  expect(urls.size).toBe(sent.length);
  const { logoUrl } = (await openWidget(site)).site;
  expect([...urls].at(-1)).toBe(logoUrl);
});

test("a picture is public, cached by its hash, runs nothing, and can be shown on any page", async () => {
  const { photoUrl } = await setPhoto(await newOwner());
  const { headers } = await open(photoUrl, { Origin: "https://shop.example" });
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=604800, immutable",
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
  });
  expect((await open(photoUrl, { "If-None-Match": String(headers.get("etag")) })).status).toBe(304);
  const unknown = `${testEnvironment.baseUrl}/pictures/${"0".repeat(64)}.webp`;
  expect(await open(unknown)).toMatchObject({ status: 404 });
  expect((await open(unknown)).headers.get("cache-control")).toBe("no-store");
  await refuse("invalid_request", "GET", "/pictures/photo.webp");
});

const svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
const heic = Buffer.concat([Buffer.of(0, 0, 0, 24), Buffer.from("ftypheic\0\0\0\0heicmif1"), Buffer.alloc(64)]);

test("what isn't a picture, or can't be decoded, is refused with the reason, and nothing changes", async () => {
  const { owner, site } = await newOwnerWithSite();
  const { logoUrl } = await setLogo(owner, site.id);
  const refused = async (code: Parameters<typeof refuse>[0], content: string | Content) =>
    (await refuse(code, "PUT", `/sites/${site.id}/logo`, bodyOf(owner, Buffer.from(content)))).detail;
  for (const content of [svg, heic, "<html></html>", "GIF8", "%PDF-1.7"]) {
    expect(await refused("file_kind_not_allowed", content)).toContain("JPEG, PNG, WebP, GIF or AVIF");
  }
  const bomb = pngOf(8_000, 5_001, Buffer.from("no pixels"));
  for (const content of [bomb, pngOf(8, 6, Buffer.from("no pixels")), Buffer.from("GIF89a")]) {
    expect(await refused("invalid_request", content)).toContain("can't be read");
  }
  expect(await refused("invalid_request", "")).toBe("The file is empty.");
  const large = await send("PUT", `/sites/${site.id}/logo`, bodyOf(owner, Buffer.alloc(5 * 1024 ** 2 + 1)));
  expect(JSON.parse(large.text)).toMatchObject({ status: 413, code: "payload_too_large", maxSize: 5 * 1024 ** 2 });
  expect((await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, owner)).site.logoUrl).toBe(logoUrl);
});

test("only admins of a site set its logo, and only a session sets its person's photo", async () => {
  const { owner, limitedAdmin, agent, sites } = await newTeam();
  const [site, other] = sites;
  const at = (siteId = "") => `/sites/${siteId}/logo`;
  await refuse("not_permitted", "PUT", at(site?.id), bodyOf(agent, png()));
  await refuse("not_permitted", "DELETE", at(site?.id), agent);
  await refuse("not_found", "PUT", at(other?.id), bodyOf(limitedAdmin, png()));
  await refuse("not_found", "PUT", at(site?.id), bodyOf(await newOwner(), png()));
  await setLogo(limitedAdmin, String(site?.id));
  const readKey = (await newApiKey(owner)).secret;
  await refuse("insufficient_scope", "PUT", at(site?.id), bodyOf({ token: readKey }, png()));
  const manageKey = (await newApiKey(owner, "manage")).secret;
  await refuse("insufficient_scope", "PUT", "/account/photo", bodyOf({ token: manageKey }, png()));
  await setLogo({ token: manageKey }, String(site?.id));
  const { text } = await send("GET", "/activity?action=site.changed", owner);
  expect(JSON.parse(text).activity.map(({ data }: { data: object }) => data)).toEqual([
    { fields: ["logo"] },
    { fields: ["logo"] },
  ]);
});

test("a picture that's replaced or removed is a 404, and its content is removed unless someone else has it", async () => {
  const { owner, site } = await newOwnerWithSite();
  const shared = png();
  const [first, same] = [await setLogo(owner, site.id, shared), await setPhoto(owner, shared)];
  expect(same.photoUrl).toBe(first.logoUrl);
  const path = await pathOf(first.logoUrl);
  const second = await setLogo(owner, site.id);
  const secondPath = await pathOf(second.logoUrl);
  await askNothing("DELETE", `/sites/${site.id}/logo`, owner);
  await isGone(secondPath, second.logoUrl);
  expect([existsSync(path), (await open(same.photoUrl)).status], "the photo").toEqual([true, 200]);
  await askNothing("DELETE", "/account/photo", owner);
  await isGone(path, same.photoUrl);
  const account = await ask(AccountResponse, 200, "GET", "/account", owner);
  expect(account.user).not.toHaveProperty("photoUrl");
  await askNothing("DELETE", "/account/photo", owner);
});

test("a file of a message isn't public by its hash, and its content stays while it's also someone's picture", async () => {
  const { owner, site } = await newOwnerWithSite();
  const { logoUrl } = await setLogo(owner, site.id);
  const { content } = await open(logoUrl);
  const visitor = await openWidget(site);
  const file = await uploadAsVisitor(visitor, { content, name: "logo.webp" });
  const { conversationId } = await start(visitor, "Look", { files: [file.id] });
  const [row] = await sql("SELECT logo_hash AS hash FROM sites WHERE id = $1", [site.id]);
  // As a file was stored before each sender's contents were apart.
  await sql("UPDATE files SET hash = $2 WHERE id = $1", [file.id, row?.hash]);
  const path = await pathOf(logoUrl);
  const other = await setLogo(owner, site.id);
  expect([existsSync(path), (await open(logoUrl)).status], "the file").toEqual([true, 404]);
  await sql("UPDATE sites SET logo_hash = $2 WHERE id = $1", [site.id, row?.hash]);
  await askNothing("DELETE", `/conversations/${conversationId}`, owner);
  // It's removed after the file would have been.
  await isGone(await pathOf(other.logoUrl), other.logoUrl);
  expect([existsSync(path), (await open(logoUrl)).status], "the logo").toEqual([true, 200]);
});

test("teammates see a photo next to its person's name, and visitors only on sites that show people's names", async () => {
  const { owner, agent, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has no site");
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Hello");
  const { photoUrl } = await setPhoto(agent);
  const messages = async () => {
    const path = `/public/conversations/${conversationId}/messages`;
    return (await ask(MessageListResponse, 200, "GET", path, visitor)).messages;
  };
  await using team = await ownerStream(owner);
  await using theirs = await visitorStream(visitor);
  await sql("UPDATE users SET name = 'Ada' WHERE id = $1", [agent.user.id]);
  await reply(agent, conversationId, "As the site");
  expect((await messages()).at(-1)).not.toHaveProperty("senderPhotoUrl");
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { ...owner, body: { replyName: "person" } });
  await reply(agent, conversationId, "As Ada");
  expect((await messages()).at(-1)).toMatchObject({ senderName: "Ada", senderPhotoUrl: photoUrl });
  expect((await allMessages(owner, conversationId)).at(-1)).toMatchObject({ senderPhotoUrl: photoUrl });
  for (const stream of [team, theirs]) {
    await stream.next(
      "message.created",
      ({ message }) => message.senderPhotoUrl === photoUrl && message.body === "As Ada",
    );
  }
  await sql("UPDATE users SET name = NULL WHERE id = $1", [agent.user.id]);
  expect((await messages()).at(-1)).not.toHaveProperty("senderPhotoUrl");
  const { members } = await ask(MemberListResponse, 200, "GET", "/members", owner);
  expect(members.filter((member) => member.photoUrl !== undefined)).toMatchObject([{ id: agent.user.id, photoUrl }]);
  const body = { note: "Mine" };
  const { note } = await ask(NoteResponse, 201, "POST", `/conversations/${conversationId}/notes`, { ...agent, body });
  expect(note.authorPhotoUrl).toBe(photoUrl);
});

test("in a workspace of one, the widget's session has the photo with the person's name", async () => {
  const { owner, site } = await newOwnerWithSite();
  const { photoUrl } = await setPhoto(owner);
  expect((await openWidget(site)).site).not.toHaveProperty("personPhotoUrl");
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { ...owner, body: { replyName: "person" } });
  expect((await openWidget(site)).site).not.toHaveProperty("personPhotoUrl");
  await ask(AccountResponse, 200, "PATCH", "/account", { ...owner, body: { name: "Ada" } });
  expect((await openWidget(site)).site).toMatchObject({ personName: "Ada", personPhotoUrl: photoUrl });
});

test("deleting a site or an account removes its pictures at once, and their contents from the disk", {
  tag: "@all",
}, async () => {
  const one = await newOwnerWithSite();
  const { logoUrl } = await setLogo(one.owner, one.site.id);
  const path = await pathOf(logoUrl);
  await askNothing("DELETE", `/sites/${one.site.id}`, one.owner);
  expect((await open(logoUrl)).status).toBe(404);
  await isGone(path, logoUrl);
  const { owner, site } = await newOwnerWithSite();
  const urls = [(await setLogo(owner, site.id)).logoUrl, (await setPhoto(owner)).photoUrl];
  const paths = await Promise.all(urls.map(pathOf));
  await askNothing("DELETE", "/account", { token: owner.token, body: { currentPassword: PASSWORD } });
  expect(await Promise.all(urls.map(async (url) => (await open(url)).status))).toEqual([404, 404]);
  for (const [at, url] of urls.entries()) await isGone(String(paths[at]), url);
});

test("past its pictures an hour a person gets a 429, also from a process that runs no jobs", {
  tag: "@all",
}, async () => {
  await using service = await startProcess("limited", { RATE_LIMITS: "on", LIMIT_FILES: "1" });
  const owner = await newOwner();
  const call = bodyOf(owner, png(), service);
  for (let count = 0; count < 10; count += 1) await ask(AccountResponse, 200, "PUT", "/account/photo", call);
  await refuse("rate_limited", "PUT", "/account/photo", call);
});
