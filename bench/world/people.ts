import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { StartConversationResponse } from "#lib/desk/conversations/schema.ts";
import type { SessionResponse } from "#lib/people/owners/schema.ts";
import type { SiteResponse } from "#lib/sites/sites/schema.ts";
import type { WidgetSessionResponse } from "#lib/widget/widget-sessions/schema.ts";

export type Shop = { token: string; siteKey: string; siteId: string };
export type Guest = { token: string; visitorId: string; conversationId: string };

/** Signs an owner up, with a site. */
export async function newShop(baseUrl: string): Promise<Shop> {
  const account = { email: `owner-${randomUUID()}@example.com`, password: "correct horse battery" };
  const { token } = await call<z.output<typeof SessionResponse>>(baseUrl, "POST", "/auth/register", { body: account });
  const { site } = await call<z.output<typeof SiteResponse>>(baseUrl, "POST", "/sites", {
    token,
    body: { name: "Shop" },
  });
  return { token, siteKey: site.publicKey, siteId: site.id };
}

export function openWidget(baseUrl: string, siteKey: string) {
  return call<z.output<typeof WidgetSessionResponse>>(baseUrl, "POST", "/public/widget-session", { body: { siteKey } });
}

/** Adds a channel that a person is notified through. */
export const addChannel = (baseUrl: string, token: string, kind: string, url: string) =>
  call(baseUrl, "POST", "/account/channels", { token, body: { kind, name: kind, url } });

const AT_ONCE = 20;

/** Visitors of a site who have written, each in a conversation of their own. */
export async function newGuests(baseUrl: string, siteKey: string, count: number): Promise<Guest[]> {
  const guests: Guest[] = [];
  const arrive = async (): Promise<Guest> => {
    const { token, visitorId } = await openWidget(baseUrl, siteKey);
    const body = { message: "Hello, do you have this table in oak too?", pageUrl: "https://shop.example/tables/12" };
    const started = await call<z.output<typeof StartConversationResponse>>(baseUrl, "POST", "/public/conversations", {
      token,
      body,
    });
    return { token, visitorId, conversationId: started.conversationId };
  };
  while (guests.length < count) {
    const some = Math.min(AT_ONCE, count - guests.length);
    guests.push(...(await Promise.all(Array.from({ length: some }, arrive))));
  }
  return guests;
}

/** Spreads the last messages of all conversations over days, as an inbox grows: one every twenty minutes. */
export const SPREAD_OVER_DAYS = `
  UPDATE conversations c SET created_at = moment, last_message_at = moment, updated_at = moment
  FROM (SELECT id, now() - row_number() OVER (ORDER BY id DESC) * interval '20 minutes' AS moment FROM conversations) spread
  WHERE spread.id = c.id`;

type Call = { token?: string; body?: object };

/** Calls the API of the service under test and returns the response. Throws unless it succeeds. */
async function call<Result>(
  baseUrl: string,
  method: string,
  path: string,
  { token, body }: Call = {},
): Promise<Result> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as Result;
}
