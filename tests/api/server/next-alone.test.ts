import { expect, test } from "@playwright/test";
import {
  ConversationListResponse,
  StartConversationResponse,
  VisitorConversationListResponse,
} from "#lib/desk/conversations/schema.ts";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import { SessionResponse } from "#lib/people/owners/schema.ts";
import { WidgetSessionResponse } from "#lib/widget/widget-sessions/schema.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../../support/api-client.ts";
import { testEnvironment } from "../../support/environment.ts";
import { ownerStream, visitorStream } from "../../support/event-stream.ts";
import { newConversation, newOwner, newOwnerWithSite, openWidget, PASSWORD } from "../../support/factories.ts";
import { startService } from "../../support/start-service.ts";

/*
 * In development Next calls the routes, and in production our server does (decision 6). What can differ is how a request is
 * read and how a response is written, so that's what these tests cover: bodies, headers, cookies, streams and errors.
 */
let next: Awaited<ReturnType<typeof startService>>;

test.beforeAll(async () => {
  const { databaseUrl: DATABASE_URL, authSecret: AUTH_SECRET } = testEnvironment;
  next = await startService({
    settings: { PORT: "0", HOST: "127.0.0.1", DATABASE_URL, AUTH_SECRET },
    log: test.info().outputPath("next-alone.log"),
    program: "tests/support/next-alone.ts",
  });
});

test.afterAll(async () => void (await next.stop()));

const HOSTILE = 'Привет 日本 😀 \u2028 <script> "quoted" \\ {"level":60}';

test("Next alone serves a conversation from the widget session to the deletion, byte for byte", async () => {
  const { baseUrl } = next;
  const { owner, site } = await newOwnerWithSite();
  const visitor = await ask(WidgetSessionResponse, 201, "POST", "/public/widget-session", {
    body: { siteKey: site.publicKey },
    headers: { Origin: "https://shop.example" },
    baseUrl,
  });
  const asVisitor = { token: visitor.token, baseUrl };
  const asOwner = { token: owner.token, baseUrl };
  const first = { ...asVisitor, body: { message: HOSTILE }, headers: { "Idempotency-Key": "k" } };
  const started = await ask(StartConversationResponse, 201, "POST", "/public/conversations", first);
  expect(started.message.body).toBe(HOSTILE);
  const again = await send("POST", "/public/conversations", first);
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);

  const path = `/conversations/${started.conversationId}`;
  const reply = { ...asOwner, body: { message: "Hello" } };
  expect((await ask(MessageResponse, 201, "POST", `${path}/messages`, reply)).message.seq).toBe(2);
  const page = await ask(ConversationListResponse, 200, "GET", "/conversations?limit=1&status=open", asOwner);
  expect(page.conversations.map(({ id }) => id)).toEqual([started.conversationId]);
  const own = await ask(VisitorConversationListResponse, 200, "GET", "/public/conversations", asVisitor);
  expect(own.conversations.map(({ lastSeq }) => lastSeq)).toEqual([2]);
  const file = await send("GET", `/sites/${site.id}/export`, asOwner);
  expect(JSON.parse(file.text).visitors[0].conversations[0].messages[0].body).toBe(HOSTILE);
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="site-inbox-site.json"');
  await askNothing("DELETE", path, asOwner);
  await refuse("not_found", "GET", path, asOwner);
});

test("Next alone rejects what our server rejects, with the same problems", async () => {
  const { baseUrl } = next;
  const { owner, site } = await newOwnerWithSite();
  const { token } = owner;
  await refuse("unauthenticated", "GET", "/sites", { baseUrl });
  await refuse("not_found", "GET", `/conversations/${site.id}`, { token, baseUrl });
  await refuse("invalid_json", "POST", "/sites", {
    token,
    baseUrl,
    raw: "{",
    headers: { "Content-Type": "application/json" },
  });
  await refuse("unsupported_media_type", "POST", "/sites", {
    token,
    baseUrl,
    raw: "{}",
    headers: { "Content-Type": "text/plain" },
  });
  await refuse("payload_too_large", "POST", "/sites", { token, baseUrl, body: { name: "x".repeat(70_000) } });
  await refuseFields(["name"], "POST", "/sites", { token, baseUrl, body: { name: "" } });
  const put = await send("PUT", "/sites", { token, baseUrl });
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
});

test("Next alone responds to a preflight, to HEAD and to a conditional request", async () => {
  const { baseUrl } = next;
  const { site } = await newOwnerWithSite();
  const { token } = await openWidget(site);
  const preflight = await send("OPTIONS", "/public/conversations", {
    baseUrl,
    headers: { Origin: "https://shop.example", "Access-Control-Request-Method": "POST" },
  });
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  const head = await send("HEAD", "/public/conversations", { token, baseUrl });
  expect([head.status, head.text]).toEqual([200, ""]);
  const document = await fetch(`${baseUrl}/openapi.json`);
  const unchanged = await fetch(`${baseUrl}/openapi.json`, {
    headers: { "If-None-Match": document.headers.get("etag") ?? "" },
  });
  expect([document.status, unchanged.status]).toEqual([200, 304]);
});

test("Next alone sets the session cookie at login, accepts it, and clears it at logout", async () => {
  const { baseUrl } = next;
  const { email } = await newOwner();
  const { token } = await ask(SessionResponse, 200, "POST", "/auth/login", {
    baseUrl,
    body: { email, password: PASSWORD },
  });
  const headers = { Cookie: `next-auth.session-token=${token}` };
  expect((await send("GET", "/account", { baseUrl, headers })).status).toBe(200);
  const loggedOut = await askNothing("POST", "/auth/logout", { baseUrl, headers });
  expect(loggedOut.headers.getSetCookie().join()).toMatch(/^next-auth\.session-token=;/);
  await refuse("unauthenticated", "GET", "/account", { baseUrl, headers });
});

test("Next alone streams events as they happen, and ends the stream with its session", async () => {
  const { baseUrl } = next;
  const { owner, visitor, id } = await newConversation();
  await using inbox = await ownerStream(owner, next);
  await using widget = await visitorStream(visitor, next);
  const typing = { token: owner.token, baseUrl };
  await askNothing("POST", `/conversations/${id}/typing`, typing);
  await widget.next("typing");
  const call = { token: visitor.token, baseUrl, body: { message: "Live?" } };
  const { message } = await ask(MessageResponse, 201, "POST", `/public/conversations/${id}/messages`, call);
  for (const stream of [inbox, widget]) expect((await stream.next("message.created")).message).toEqual(message);
  await askNothing("POST", "/auth/logout", { token: owner.token, baseUrl });
  expect(await inbox.ended).toBe("closed");
});
