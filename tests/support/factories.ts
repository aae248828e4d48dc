import { argon2Sync, randomBytes, randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import type { z } from "zod";
import { USER_TOKEN_DAYS } from "#lib/base/sessions/user-token.ts";
import {
  type ConversationJson,
  ConversationListResponse,
  ConversationResponse,
  RatedConversationResponse,
  ReadPositionsResponse,
  StartConversationResponse,
  type VisitorConversationJson,
  VisitorConversationListResponse,
} from "#lib/desk/conversations/schema.ts";
import { type MessageJson, MessageListResponse, MessageResponse } from "#lib/desk/messages/schema.ts";
import { type SavedReplyJson, SavedReplyResponse } from "#lib/desk/saved-replies/schema.ts";
import { SessionResponse, type UserJson } from "#lib/people/owners/schema.ts";
import { type SiteJson, SiteResponse } from "#lib/sites/sites/schema.ts";
import { type ApiKeyScope, NewApiKeyResponse } from "#lib/team/api-keys/schema.ts";
import { WidgetSessionResponse } from "#lib/widget/widget-sessions/schema.ts";
import { newId } from "#platform/new-id.ts";
import { ask, askNothing, type Call } from "./api-client.ts";
import { query } from "./database.ts";
import { testEnvironment } from "./environment.ts";
import { forgeToken, serviceKey } from "./forged-token.ts";
import type { SiteFields } from "./site-of-owner.ts";

export const PASSWORD = "correct horse battery";

/** An owner as the tests know them. */
export type Owner = { user: UserJson; email: string; token: string };

export const newEmail = () => `owner-${randomUUID()}@example.com`;

/** Hashes the password so that checking it costs next to nothing: the parameters are the least that argon2 allows. */
function cheapHash(): string {
  const nonce = randomBytes(16);
  const parameters = { message: PASSWORD, nonce, parallelism: 1, tagLength: 32, memory: 8, passes: 1 };
  const tag = argon2Sync("argon2id", parameters);
  return `$argon2id$v=19$m=8,t=1,p=1$${nonce.toString("base64url")}$${tag.toString("base64url")}`;
}

const passwordHash = cheapHash();

type Run = (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

const runOnService: Run = (text, values) => query(testEnvironment.databaseUrl, text, values);

/**
 * Creates an owner with a session, with the rows and the token of a sign-up. A sign-up itself hashes the password, which
 * takes longer than most tests. Their replies aren't held after Send.
 */
export async function newOwner(run = runOnService): Promise<Owner> {
  const owner = await newPerson(run);
  const insert =
    "INSERT INTO workspaces (id, owner_id, created_at) SELECT $1::uuid, id, created_at FROM users WHERE id = $2";
  await run(insert, [newId(), owner.user.id]);
  return owner;
}

/** Creates an account with a session and no workspace. */
export async function newPerson(run = runOnService): Promise<Owner> {
  const email = newEmail();
  const [id, sessionId] = [newId(), newId()];
  const issuedAt = Math.floor(Date.now() / 1_000);
  const expiresAt = issuedAt + USER_TOKEN_DAYS * 86_400;
  const [{ createdAt } = {}] = await run(
    `WITH person AS (
       INSERT INTO users (id, email, email_key, password_hash, hold_seconds, created_at, updated_at)
       VALUES ($1, $2, $2, $3, 0, now(), now()) RETURNING id, created_at
     ), session AS (
       INSERT INTO sessions (id, user_id, device, created_at, last_seen_at, expires_at)
       SELECT $4::uuid, id, 'node', created_at, created_at, to_timestamp($5) FROM person
     )
     SELECT created_at AS "createdAt" FROM person`,
    [id, email, passwordHash, sessionId, expiresAt],
  );
  const token = await forgeToken({
    claims: { sub: id, sid: sessionId, aud: "owner", iat: issuedAt, exp: expiresAt },
    header: { typ: "user+jwt" },
    key: serviceKey("user"),
  });
  return { user: { id, email, createdAt: (createdAt as Date).toISOString() }, email, token };
}

/** Signs a new owner up. */
export async function signUpOwner(): Promise<Owner> {
  const email = newEmail();
  const { user, token } = await ask(SessionResponse, 201, "POST", "/auth/register", {
    body: { email, password: PASSWORD },
  });
  return { user, email, token };
}

/** The same owner with a session of another device. */
export async function logIn({ email, ...owner }: Owner, call: Call = {}): Promise<Owner> {
  const body = { email, password: PASSWORD };
  const { token } = await ask(SessionResponse, 200, "POST", "/auth/login", { ...call, body });
  return { ...owner, email, token };
}

/** A new API key of an owner. */
export function newApiKey({ token }: Pick<Owner, "token">, scope: ApiKeyScope = "read") {
  return ask(NewApiKeyResponse, 201, "POST", "/account/keys", { token, body: { name: "Nightly report", scope } });
}

/** A new saved reply of an owner, with a name of its own. */
export async function newSavedReply({ token }: Pick<Owner, "token">, fields: object = {}): Promise<SavedReplyJson> {
  const body = { name: `Refund ${randomUUID()}`.slice(0, 40), body: "I refunded your order.", ...fields };
  return (await ask(SavedReplyResponse, 201, "POST", "/saved-replies", { token, body })).savedReply;
}

export async function newSite(owner: Owner, fields: SiteFields = {}): Promise<SiteJson> {
  const body = { name: "Corner shop", ...fields };
  return (await ask(SiteResponse, 201, "POST", "/sites", { token: owner.token, body })).site;
}

/** A new owner with one site. */
export async function newOwnerWithSite(fields: SiteFields = {}): Promise<{ owner: Owner; site: SiteJson }> {
  const owner = await newOwner();
  return { owner, site: await newSite(owner, fields) };
}

export type Visitor = z.output<typeof WidgetSessionResponse>;

/** Opens the widget of a site, as a new visitor or as one who comes back. */
export function openWidget(site: SiteJson, body: object = {}, call: Call = {}): Promise<Visitor> {
  return ask(WidgetSessionResponse, 201, "POST", "/public/widget-session", {
    ...call,
    body: { siteKey: site.publicKey, ...body },
  });
}

/** Starts or goes on with the visitor's open conversation. */
export function start(visitor: Visitor, message: string, more: object = {}) {
  return ask(StartConversationResponse, 201, "POST", "/public/conversations", {
    token: visitor.token,
    body: { message, ...more },
  });
}

/** Sends a further message into a conversation. */
export async function sendMessage(
  visitor: Visitor,
  conversationId: string,
  message: string,
  more: object = {},
): Promise<MessageJson> {
  const path = `/public/conversations/${conversationId}/messages`;
  return (await ask(MessageResponse, 201, "POST", path, { token: visitor.token, body: { message, ...more } })).message;
}

/** Replies to a visitor as the owner. */
export async function reply(owner: Owner, conversationId: string, message: string): Promise<MessageJson> {
  const call = { token: owner.token, body: { message } };
  return (await ask(MessageResponse, 201, "POST", `/conversations/${conversationId}/messages`, call)).message;
}

export function inboxPage(owner: Owner, query = "") {
  return ask(ConversationListResponse, 200, "GET", `/conversations${query}`, { token: owner.token });
}

/** The first page of the owner's inbox. */
export async function inbox(owner: Owner, query = ""): Promise<ConversationJson[]> {
  return (await inboxPage(owner, query)).conversations;
}

export async function conversation(owner: Owner, id: string): Promise<ConversationJson> {
  return (await ask(RatedConversationResponse, 200, "GET", `/conversations/${id}`, { token: owner.token }))
    .conversation;
}

export async function patchConversation(owner: Owner, id: string, body: object): Promise<ConversationJson> {
  const call = { token: owner.token, body };
  return (await ask(ConversationResponse, 200, "PATCH", `/conversations/${id}`, call)).conversation;
}

/** An owner's conversation with its first message from a visitor. */
export async function newConversation() {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  return { owner, site, visitor, id };
}

export function markRead(owner: Owner, id: string, body = {}) {
  return ask(ConversationResponse, 200, "POST", `/conversations/${id}/read`, { token: owner.token, body });
}

/** Every message of a conversation, the oldest first. */
export async function allMessages(owner: Owner, id: string): Promise<MessageJson[]> {
  const found: MessageJson[] = [];
  for (let hasMore = true; hasMore; ) {
    const path = `/conversations/${id}/messages?limit=100&after=${found.length}`;
    const page = await ask(MessageListResponse, 200, "GET", path, { token: owner.token });
    found.push(...page.messages);
    hasMore = page.hasMore;
  }
  return found;
}

/** A visitor's list of their own conversations. */
export async function ownConversations({ token }: Visitor): Promise<VisitorConversationJson[]> {
  const path = "/public/conversations";
  return (await ask(VisitorConversationListResponse, 200, "GET", path, { token })).conversations;
}

/** How far each side has read, as both sides see it. */
export async function readPositions(owner: Owner, visitor: Visitor, id: string) {
  const { read } = await ask(ReadPositionsResponse, 200, "GET", `/conversations/${id}/read`, { token: owner.token });
  const path = `/public/conversations/${id}/read`;
  expect((await ask(ReadPositionsResponse, 200, "GET", path, { token: visitor.token })).read).toEqual(read);
  return read;
}

export function deleteConversation(owner: Owner, id: string) {
  return askNothing("DELETE", `/conversations/${id}`, { token: owner.token });
}

export function deleteSite(owner: Owner, site: SiteJson) {
  return askNothing("DELETE", `/sites/${site.id}`, { token: owner.token });
}
