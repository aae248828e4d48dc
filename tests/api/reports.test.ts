import { expect, test } from "@playwright/test";
import { ListConversationsQuery } from "#lib/desk/conversations/schema.ts";
import { listConversations } from "#lib/desk/inbox/queries.ts";
import { toReportJson } from "#lib/desk/reports/json.ts";
import { getReport } from "#lib/desk/reports/queries.ts";
import type { Counted, ReportJson } from "#lib/desk/reports/schema.ts";
import { WAITING_MAX } from "#lib/desk/reports/statements.ts";
import { addConversations } from "../support/added-messages.ts";
import { query, type ScratchDatabase } from "../support/database.ts";
import { insertRows } from "../support/insert-rows.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { soloScope } from "../support/solo-scope.ts";

/*
 * A report and its lists against a slow count of the same rows in plain JavaScript, in the week in which Berlin's clock went back:
 * October 20 to 26, 2025, of 169 hours.
 */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const [BEFORE, FROM, UNTIL] = ["2025-10-12T22:00Z", "2025-10-19T22:00Z", "2025-10-26T23:00Z"].map(Date.parse) as [
  number,
  number,
  number,
];
const CLOCK_CHANGE = Date.parse("2025-10-26T01:00Z");
const offsetAt = (at: number) => (at < CLOCK_CHANGE ? 2 : 1) * HOUR_MS;

let database: ScratchDatabase;
test.beforeEach(async () => {
  database = await openOwnDatabase();
});
test.afterEach(() => database.drop());

const run = (text: string, values: unknown[] = []) => query(database.url, text, values);

async function newSite() {
  const [user] = await insertRows(run, "users", [{ email: "ada@example.com", email_key: "ada@example.com" }]);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: user?.id }]);
  const [site, other] = await insertRows(
    run,
    "sites",
    ["shop", "blog"].map((name) => ({ workspace_id: workspace?.id, public_key: name, name, accent_color: "#000000" })),
  );
  const scope = soloScope({ userId: String(user?.id), workspaceId: String(workspace?.id) });
  return { scope, siteId: String(site?.id), otherId: String(other?.id) };
}

// The same numbers in each run, without a pattern that the weeks share.
const spread = (index: number, below: number) => (((index + 1) * 2_654_435_761) >>> 7) % below;

/** Conversations from two days before the earlier week to two days after the later one, on the borders too. */
async function addMany(siteId: string): Promise<void> {
  const starts = Array.from({ length: 180 }, (_, index) => BEFORE - 2 * DAY_MS + index * 153 * MINUTE_MS);
  starts.push(BEFORE, FROM - 1, FROM, UNTIL - 1, UNTIL, CLOCK_CHANGE - HOUR_MS, CLOCK_CHANGE);
  const conversations = starts.map((start, index) => {
    const replied = start + spread(index, 3_000) * MINUTE_MS;
    return [
      { body: "Hello", at: new Date(start) },
      ...(index % 4 === 0 ? [{ body: "Anyone?", at: new Date(start + MINUTE_MS) }] : []),
      ...(index % 3 === 0 ? [] : [{ body: "Hi", from: "owner" as const, at: new Date(replied + 2 * MINUTE_MS) }]),
      ...(index % 5 === 0 ? [{ body: "Thanks", at: new Date(replied + HOUR_MS) }] : []),
    ];
  });
  const ids = await addConversations(run, siteId, conversations);
  const those = (isOne: (index: number) => boolean) => ids.filter((_, index) => isOne(index));
  await run("UPDATE conversations SET status = 'closed' WHERE id = ANY ($1)", [those((index) => index % 2 === 0)]);
  await run("UPDATE conversations SET rating = 1 + last_seq WHERE id = ANY ($1)", [those((index) => index % 7 === 0)]);
  await run("UPDATE conversations SET is_spam = true WHERE id = ANY ($1)", [those((index) => index % 11 === 0)]);
  await run("UPDATE conversations SET snoozed_at = now() WHERE id = ANY ($1) AND status = 'open'", [
    those((index) => index % 13 === 0),
  ]);
  await run("UPDATE visitors SET is_test = true WHERE id = (SELECT visitor_id FROM conversations WHERE id = $1)", [
    ids[100],
  ]);
  // One that's still written in, one that was reopened, and an away text.
  await run("UPDATE conversations SET last_message_at = now(), status = 'open' WHERE id = $1", [ids[105]]);
  await run("UPDATE conversations SET status = 'open' WHERE id = $1", [ids[108]]);
  await insertRows(run, "messages", [
    {
      conversation_id: ids[102],
      seq: 9,
      sender_type: "automatic",
      sender_id: siteId,
      body: "We're away",
      created_at: new Date(FROM + DAY_MS),
    },
  ]);
}

type Raw = {
  id: string;
  status: string;
  isSpam: boolean;
  isTest: boolean;
  isSnoozed: boolean;
  rating: number | null;
  waitingSince: number | null;
  lastAt: number;
  messages: { by: string; at: number }[];
};

const rawRows = async (siteId: string) =>
  (await run(
    `SELECT c.id, c.status, c.is_spam AS "isSpam", v.is_test AS "isTest", c.snoozed_at IS NOT NULL AS "isSnoozed", c.rating,
       (extract(epoch FROM c.waiting_since) * 1000)::float8 AS "waitingSince",
       (extract(epoch FROM c.last_message_at) * 1000)::float8 AS "lastAt",
       (SELECT json_agg(json_build_object('by', m.sender_type, 'at', (extract(epoch FROM m.created_at) * 1000)::float8) ORDER BY m.seq)
        FROM messages m WHERE m.conversation_id = c.id AND m.sender_type <> 'automatic') AS messages
     FROM conversations c JOIN visitors v ON v.id = c.visitor_id WHERE c.site_id = $1`,
    [siteId],
  )) as Raw[];

const begunAt = ({ messages }: Raw) => messages[0]?.at ?? Number.NaN;
const repliedAt = ({ messages }: Raw) => messages.find(({ by }) => by === "owner")?.at;

const IS: Record<Counted, (row: Raw) => boolean> = {
  begun: () => true,
  waiting: ({ waitingSince, isSnoozed }) => waitingSince !== null && !isSnoozed,
  never_replied: (row) => repliedAt(row) === undefined && (row.status === "closed" || row.lastAt < Date.now() - DAY_MS),
  replied: (row) => repliedAt(row) !== undefined,
  rated: ({ rating }) => rating !== null,
};

/** From Monday to Friday, 9:00 to 17:00 in Berlin. */
function officeMs(from: number, until: number): number {
  let open = 0;
  for (let day = Math.floor((from - DAY_MS) / DAY_MS) * DAY_MS; day <= until; day += DAY_MS) {
    if ([0, 6].includes(new Date(day).getUTCDay())) continue;
    const opens = day + 9 * HOUR_MS - offsetAt(day + 9 * HOUR_MS);
    open += Math.max(0, Math.min(until, opens + 8 * HOUR_MS) - Math.max(from, opens));
  }
  return open;
}

type Took = (from: number, until: number) => number;

function slowNumbers(rows: Raw[], [from, until]: [number, number], took: Took) {
  const real = rows.filter((row) => !row.isSpam && !row.isTest && begunAt(row) >= from && begunAt(row) < until);
  const count = (which: Counted) => real.filter(IS[which]).length;
  const replies = real
    .filter(IS.replied)
    .map((row) => took(begunAt(row), repliedAt(row) ?? 0))
    .toSorted((one, other) => one - other);
  const share = (part: number) => Math.round((replies[Math.ceil(part * replies.length) - 1] ?? 0) / 1_000);
  const ratings = real.flatMap(({ rating }) => rating ?? []);
  return {
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    conversations: real.length,
    neverReplied: count("never_replied"),
    replied: count("replied"),
    medianReplySeconds: share(0.5),
    slowReplySeconds: share(0.9),
    rated: ratings.length,
    averageRating: ratings.reduce((all, one) => all + one, 0) / ratings.length,
  };
}

function slowHours(rows: Raw[]) {
  const hours = new Map<string, { day: number; hour: number; byVisitors: number; byTeam: number }>();
  for (const row of rows) {
    if (row.isSpam || row.isTest || begunAt(row) < FROM || begunAt(row) >= UNTIL) continue;
    for (const { by, at } of row.messages) {
      const wall = new Date(at + offsetAt(at));
      const [day, hour] = [wall.getUTCDay() || 7, wall.getUTCHours()];
      const one = hours.get(`${day} ${hour}`) ?? { day, hour, byVisitors: 0, byTeam: 0 };
      one[by === "visitor" ? "byVisitors" : "byTeam"] += 1;
      hours.set(`${day} ${hour}`, one);
    }
  }
  return [...hours.values()].toSorted((one, other) => one.day - other.day || one.hour - other.hour);
}

const rounded = ({ averageRating = 0, ...numbers }: ReportJson["current"]) => ({
  ...numbers,
  averageRating: averageRating.toFixed(6),
});

const OFFICE = [1, 2, 3, 4, 5].map((day) => ({ day, from: 540, until: 1_020 }));

for (const hasHours of [true, false]) {
  test(`a report ${hasHours ? "within hours" : "without hours"} has the numbers of a slow count, over a clock change`, async () => {
    const { scope, siteId, otherId } = await newSite();
    await addMany(siteId);
    await addMany(otherId);
    if (hasHours) {
      await insertRows(run, "site_hours", [{ site_id: siteId, time_zone: "Europe/Berlin", windows: OFFICE }]);
    }
    const report = toReportJson(await getReport(scope, siteId, { week: "2025-10-26", timeZone: "Europe/Berlin" }));
    const rows = await rawRows(siteId);
    const took: Took = hasHours ? officeMs : (from, until) => until - from;
    expect(rounded(report.current)).toEqual(rounded(slowNumbers(rows, [FROM, UNTIL], took)));
    expect(rounded(report.previous)).toEqual(rounded(slowNumbers(rows, [BEFORE, FROM], took)));
    expect(report.current.neverReplied).toBeGreaterThan(0);
    const waiting = rows.filter((row) => !row.isSpam && !row.isTest && IS.waiting(row));
    expect(report.waiting).toEqual({
      count: waiting.length,
      since: new Date(Math.min(...waiting.map(({ waitingSince }) => waitingSince ?? Infinity))).toISOString(),
    });
    expect(report.busyHours).toEqual(slowHours(rows));
    expect(report).toMatchObject({ siteId, week: "2025-10-20", timeZone: "Europe/Berlin", withinHours: hasHours });
    const sum = report.busyHours.reduce((all, { byTeam }) => all + byTeam, 0);
    expect(report.own).toMatchObject({ replies: sum, firstReplies: report.current.replied });
    expect(report.own.medianReplySeconds).toBe(report.current.medianReplySeconds);
  });
}

/** All pages of a list, in their order. */
async function listAll(scope: Parameters<typeof listConversations>[0], filter: object): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const asked: object = { ...filter, limit: "7", ...(cursor !== null && { cursor }) };
    const page = await listConversations(scope, ListConversationsQuery.parse(asked));
    ids.push(...page.conversations.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

test("each number's list has exactly the conversations that it counted, in the inbox's order", async () => {
  const { scope, siteId, otherId } = await newSite();
  await addMany(siteId);
  await addMany(otherId);
  const rows = await rawRows(siteId);
  const range = { from: new Date(FROM).toISOString(), until: new Date(UNTIL).toISOString() };
  const isReal = (row: Raw) => !row.isSpam && !row.isTest;
  const inWeek = (row: Raw) => begunAt(row) >= FROM && begunAt(row) < UNTIL;
  for (const counted of Object.keys(IS) as Counted[]) {
    const fit = rows.filter((row) => isReal(row) && IS[counted](row));
    const inOrder = (some: Raw[]) =>
      some.toSorted((one, other) => other.lastAt - one.lastAt || (other.id > one.id ? 1 : -1)).map(({ id }) => id);
    expect(await listAll(scope, { siteId, counted, ...range }), counted).toEqual(inOrder(fit.filter(inWeek)));
    expect(new Set(await listAll(scope, { siteId, counted })), counted).toEqual(new Set(inOrder(fit)));
  }
  // Without a site, and together with another filter.
  const both = await listAll(scope, { counted: "rated", status: "closed", ...range });
  const fit = [...rows, ...(await rawRows(otherId))].filter(
    (row) => isReal(row) && IS.rated(row) && inWeek(row) && row.status === "closed",
  );
  expect(new Set(both)).toEqual(new Set(fit.map(({ id }) => id)));
  const spam = await listAll(scope, { spam: "true", siteId, ...range });
  expect(new Set(spam)).toEqual(new Set(rows.filter((row) => row.isSpam && inWeek(row)).map(({ id }) => id)));
});

test("a week without conversations has zeros, and a site that was removed has no report", async () => {
  const { scope, siteId, otherId } = await newSite();
  await addMany(siteId);
  await insertRows(run, "site_hours", [{ site_id: siteId, time_zone: "UTC", windows: [] }]);
  const report = toReportJson(await getReport(scope, siteId, { week: "2020-02-29" }));
  expect(report.current).toMatchObject({ conversations: 0, neverReplied: 0, replied: 0, rated: 0 });
  expect(report.current).not.toHaveProperty("medianReplySeconds");
  expect(report.busyHours).toEqual([]);
  expect(report.own).toEqual({ replies: 0, conversations: 0, firstReplies: 0 });
  // Never open: no time passes.
  const never = toReportJson(await getReport(scope, siteId, { week: "2025-10-20" }));
  expect(never.current).toMatchObject({ medianReplySeconds: 0, slowReplySeconds: 0 });
  await run("DELETE FROM sites WHERE id = $1", [otherId]);
  await expect(getReport(scope, otherId, {})).rejects.toMatchObject({ code: "not_found" });
});

test("of those who wait, up to a limit are counted, and the report says that there are more", async () => {
  const { scope, siteId } = await newSite();
  const oldest = Date.parse("2026-01-05T09:00Z");
  const waiting = Array.from({ length: WAITING_MAX }, (_, at) => [
    { body: "Hello", at: new Date(oldest + at * MINUTE_MS) },
  ]);
  await addConversations(run, siteId, waiting);
  const since = new Date(oldest).toISOString();
  const all = toReportJson(await getReport(scope, siteId, {}));
  expect(all.waiting).toEqual({ count: 1_000, since });
  await addConversations(run, siteId, [[{ body: "Hello", at: new Date() }]]);
  const more = toReportJson(await getReport(scope, siteId, {}));
  expect(more.waiting).toEqual({ count: 1_000, isAtLeast: true, since });
});
