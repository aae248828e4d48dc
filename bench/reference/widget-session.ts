import { randomUUIDv7 } from "node:crypto";
import { ownConversations } from "#lib/access/statements.ts";
import { toVisitorConversationJson } from "#lib/conversations/json.ts";
import type { VisitorConversationRow } from "#lib/conversations/statements.ts";
import { VISITOR_VIEW } from "#lib/conversations/statements.ts";
import { Prisma } from "#prisma-client";
import { type Handler, readJson, readText } from "./answer.ts";
import { fixedStatement } from "./fixed-statement.ts";
import { SAMPLE, sampleVisitor } from "./sample.ts";
import { sign, verify } from "./tokens.ts";

const HOUR_MS = 3_600_000;
const VISITOR_TOKEN_HOURS = 400 * 24;

const FIND_SITE = `SELECT id, public_key AS "publicKey", name, accent_color AS "accentColor",
  welcome_message AS "welcomeMessage", domain FROM sites WHERE public_key = $1`;
const findOpen = fixedStatement<{ visitorId: string; siteId: string }>(
  Prisma.sql`${VISITOR_VIEW} WHERE ${ownConversations(sampleVisitor)} AND c.status = 'open'`,
  new Map([
    [SAMPLE.visitorId, ({ visitorId }) => visitorId],
    [SAMPLE.siteId, ({ siteId }) => siteId],
  ]),
);

type Site = { id: string; publicKey: string; name: string; accentColor: string; welcomeMessage: string };

/** POST /public/widget-session. A visitor who comes for the first time has no conversation to look for. */
export const openWidgetSession: Handler = async ({ request, pool }) => {
  const { siteKey, visitorToken } = await readJson(request);
  const { rows } = await pool.query<Site>({ name: "find-site", text: FIND_SITE, values: [readText(siteKey, 200)] });
  const [site] = rows;
  if (!site) return { status: 404, body: {} };
  const known = typeof visitorToken === "string" ? await verify("visitor", visitorToken) : undefined;
  const visitorId = known?.site === site.id ? String(known.sub) : randomUUIDv7();
  const expiresAt = new Date(Date.now() + HOUR_MS);
  const visitorUntil = new Date(Date.now() + VISITOR_TOKEN_HOURS * HOUR_MS);
  const found = known ? await pool.query<VisitorConversationRow>(findOpen({ visitorId, siteId: site.id })) : undefined;
  const token = await sign("widget", { sub: visitorId, site: site.id, key: site.publicKey, ext: null }, expiresAt);
  const nextVisitorToken = await sign("visitor", { sub: visitorId, site: site.id }, visitorUntil);
  const conversation = found?.rows[0];
  const body = {
    token,
    expiresAt: expiresAt.toISOString(),
    visitorId,
    visitorToken: nextVisitorToken,
    site: { name: site.name, accentColor: site.accentColor, welcomeMessage: site.welcomeMessage },
    ...(conversation && { conversation: toVisitorConversationJson(conversation) }),
  };
  return { status: 201, body };
};
