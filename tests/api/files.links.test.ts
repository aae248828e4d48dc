import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { expect, test } from "@playwright/test";
import { signedFileUrl } from "#lib/files/files/links.ts";
import type { FileSize } from "#lib/files/files/schema.ts";
import { testEnvironment } from "../support/environment.ts";
import { newConversation, openWidget, start } from "../support/factories.ts";
import { uploadAsVisitor } from "../support/files.ts";
import { provideSettings } from "../support/provide-settings.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember } from "../support/team.ts";

const HOUR_MS = 3_600_000;

test.beforeAll(() => provideSettings());

const linkFor = (
  file: { id: string; name: string },
  id: string,
  by: "visitor" | "member" = "visitor",
  size?: FileSize,
  now?: number,
) => {
  const url = new URL(signedFileUrl(file, { by, id }, size, now));
  return `${testEnvironment.baseUrl}${url.pathname}${url.search}`;
};

async function newFile() {
  const place = await newConversation();
  const file = await uploadAsVisitor(place.visitor);
  await sql(
    "UPDATE files SET message_id = (SELECT id FROM messages WHERE conversation_id = $2), position = 0 WHERE id = $1",
    [file.id, place.id],
  );
  return { ...place, file };
}

const statusOf = async (url: string) => {
  const response = await fetch(url, { redirect: "manual" });
  await response.arrayBuffer();
  return response.status;
};

test("a visitor's link opens a file of their conversation, and no one else's (H7)", async () => {
  const { file, visitor, site } = await newFile();
  expect(await statusOf(linkFor(file, visitor.visitorId))).toBe(200);
  expect(await statusOf(linkFor(file, visitor.visitorId, "visitor", "small"))).toBe(200);
  const other = await openWidget(site);
  expect(await statusOf(linkFor(file, other.visitorId))).toBe(404);
  expect(await statusOf(linkFor(file, randomUUID()))).toBe(404);
});

test("every name that's accepted can be opened by its link", async () => {
  const { visitor } = await newConversation();
  for (const name of [
    "a%2fb.png",
    "a%5Cb.png",
    "%00.png",
    "a%252Fb.png",
    "%2e",
    "%2E%2e",
    "100%.png",
    "?#&.png",
    "ä 🙂.png",
    "..",
    "%zz",
  ]) {
    const file = await uploadAsVisitor(visitor, { name });
    const place = await start(visitor, "Look", { files: [file.id] });
    expect(place.conversationId, name).toBeTruthy();
    expect(await statusOf(linkFor(file, visitor.visitorId)), file.name).toBe(200);
  }
});

test("a link that was changed is a 404, and an expired one a 410 (H8)", async () => {
  const { file, visitor } = await newFile();
  const other = await newFile();
  const link = linkFor(file, visitor.visitorId);
  expect(await statusOf(link.replace(file.id, other.file.id))).toBe(404);
  expect(await statusOf(link.replace(visitor.visitorId, other.visitor.visitorId))).toBe(404);
  expect(await statusOf(link.replace(/expires=\d+/, "expires=9999999999"))).toBe(404);
  expect(await statusOf(link.replace("visitor=", "member="))).toBe(404);
  expect(await statusOf(linkFor(file, visitor.visitorId, "visitor", undefined, Date.now() - 2 * HOUR_MS))).toBe(410);
});

test("a link ends at once when its visitor is blocked, or its site is closed (H8)", async () => {
  const blocked = await newFile();
  await sql("UPDATE visitors SET blocked_at = now() WHERE id = $1", [blocked.visitor.visitorId]);
  expect(await statusOf(linkFor(blocked.file, blocked.visitor.visitorId))).toBe(404);
  const closed = await newFile();
  await sql("UPDATE sites SET closed_at = now() WHERE id = $1", [closed.site.id]);
  expect(await statusOf(linkFor(closed.file, closed.visitor.visitorId))).toBe(404);
});

test("a member's link works as long as they have access", async () => {
  const { file, owner, site } = await newFile();
  const link = linkFor(file, owner.user.id, "member");
  expect(await statusOf(link)).toBe(200);
  const stranger = await newFile();
  expect(await statusOf(linkFor(file, stranger.owner.user.id, "member"))).toBe(404);
  const [workspace] = await sql("SELECT workspace_id AS id FROM sites WHERE id = $1", [site.id]);
  const colleague = await addMember(String(workspace?.id));
  expect(await statusOf(linkFor(file, colleague.user.id, "member"))).toBe(200);
  await sql("UPDATE members SET site_ids = '{}' WHERE user_id = $1", [colleague.user.id]);
  expect(await statusOf(linkFor(file, colleague.user.id, "member"))).toBe(404);
});

/** Requests a path as if it were another host's. */
const statusAt = (baseUrl: string, path: string, { host, method = "GET" }: { host: string; method?: string }) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sending = request(baseUrl + path, { method, headers: { Host: host } }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    });
    sending.on("error", reject).end();
  });

test("the host of FILES_URL serves files by their links and nothing else, however it's written (H8)", {
  tag: "@all",
}, async () => {
  const { file, owner, visitor } = await newFile();
  await using service = await startProcess("files host", { FILES_URL: "http://files.localhost" });
  const link = new URL(linkFor(file, visitor.visitorId));
  for (const host of ["files.localhost", "FILES.localhost:80", "files.localhost."]) {
    const at = (path: string, method?: string) => statusAt(service.baseUrl, path, { host, ...(method && { method }) });
    expect(await at(link.pathname + link.search), host).toBe(200);
    const others = [
      at("/login"),
      at("/api/auth/session"),
      at("/version"),
      at(link.pathname),
      at("/auth/logout", "POST"),
    ];
    expect(await Promise.all(others), host).toEqual([404, 404, 404, 404, 404]);
  }
  const opened = await fetch(`${service.baseUrl}${link.pathname}`, {
    headers: { Authorization: `Bearer ${owner.token}` },
    redirect: "manual",
  });
  expect(opened.status).toBe(307);
  expect(opened.headers.get("location")).toContain(`http://files.localhost/files/${file.id}/`);
});

test("a link is the same for half an hour, and works for half an hour more", () => {
  const file = { id: randomUUID(), name: "a.png" };
  const [one, later, next] = [0, 1_799_000, 1_800_000].map((now) =>
    linkFor(file, randomUUID.name, "visitor", undefined, now),
  );
  expect(later).toBe(one);
  expect(next).not.toBe(one);
  expect(one).toContain("expires=3600");
});
