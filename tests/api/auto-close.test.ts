import { expect, test } from "@playwright/test";
import type { ChangeNotification } from "#lib/base/changes/change.ts";
import { changeBus } from "#lib/base/changes/publish-change.ts";
import { runCleanup } from "#lib/data/cleanup/cleanup-schedule.ts";
import { closeIdleConversations } from "#lib/desk/auto-close/close.system.ts";
import { AutoCloseResponse } from "#lib/desk/auto-close/schema.ts";
import { markRead, updateConversation } from "#lib/desk/conversations/commands.ts";
import { addNote } from "#lib/desk/notes/commands.ts";
import { recordPresence } from "#lib/desk/presence/commands.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask, refuseFields, send } from "../support/api-client.ts";
import { query, type ScratchDatabase } from "../support/database.ts";
import { newOwnerWithSite, newPerson, openWidget, start } from "../support/factories.ts";
import { addIdle, newIdleSite } from "../support/idle-conversations.ts";
import { insertRows } from "../support/insert-rows.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { soloScope } from "../support/solo-scope.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

let database: ScratchDatabase;
let published: ChangeNotification[];

const run = (text: string, values: unknown[] = []) => query(database.url, text, values);

/** A site that closes conversations after 7 days, with its owner's scope. */
async function newPlace() {
  const userId = (await newPerson(run)).user.id;
  const idle = await newIdleSite(run, userId);
  return { ...idle, scope: soloScope({ userId, workspaceId: idle.workspaceId }) };
}

const setSite = (siteId: string, change: string) => run(`UPDATE sites SET ${change} WHERE id = $1`, [siteId]);
const change = (id: string, what: string) => run(`UPDATE conversations SET ${what} WHERE id = $1`, [id]);
const statusOf = async (id: string) => (await run("SELECT status FROM conversations WHERE id = $1", [id]))[0]?.status;

/** Closes what's due, as if no site had been looked at. */
async function close(): Promise<void> {
  await run("UPDATE sites SET auto_closed_at = NULL");
  while ((await closeIdleConversations()) > 0);
}

test.describe("on a database of its own", () => {
  test.beforeEach(async () => {
    database = await openOwnDatabase();
    published = [];
    changeBus().subscribe({ onNotifications: (some) => void published.push(...some), onRestored: () => undefined });
  });
  test.afterEach(() => database.drop());

  test("an idle conversation is closed once, with an event, a webhook and a publication, and no entry in the log", async () => {
    const { siteId, id } = await newPlace();
    await insertRows(run, "webhook_endpoints", [
      { site_id: siteId, url: "https://example.com/hook", events: ["conversation.updated"] },
    ]);
    published = [];
    await runCleanup();
    await close();
    expect(await statusOf(id)).toBe("closed");
    expect(await run("SELECT kind, via, days, actor_id, after_seq FROM conversation_events")).toEqual([
      { kind: "closed", via: "auto_close", days: 7, actor_id: null, after_seq: 2 },
    ]);
    const [delivery, ...more] = await run("SELECT type, data FROM webhook_deliveries");
    expect(delivery).toMatchObject({ type: "conversation.updated", data: { status: "closed", by: "auto_close" } });
    expect(more).toEqual([]);
    await expect
      .poll(() => published.filter((one) => one.kind === "conversation" && one.conversationId === id))
      .toHaveLength(1);
    expect(await run("SELECT FROM activity WHERE conversation_id IS NOT NULL")).toEqual([]);
  });

  const kept: [what: string, change: string][] = [
    ["younger than the site's days", "last_message_at = now() - interval '6 days 23 hours'"],
    ["spam", "is_spam = true"],
    ["snoozed", "snoozed_at = now()"],
    ["starred", "is_starred = true"],
    ["unread for the team", "owner_read_seq = 0, owner_unread_count = 1"],
  ];
  for (const [what, how] of kept) {
    test(`a conversation that's ${what} stays open`, async () => {
      const { id } = await newPlace();
      await change(id, how);
      await close();
      expect(await statusOf(id)).toBe("open");
    });
  }

  test("the visitor's last word keeps it open, read or not, also of a blocked one, until someone says that no reply is needed", async () => {
    const { siteId, scope } = await newPlace();
    const ids = [await addIdle(run, siteId, { isTheirs: true }), await addIdle(run, siteId, { isTheirs: true })];
    const [thanks = "", blocked = ""] = ids;
    await run("UPDATE visitors v SET blocked_at = now() FROM conversations c WHERE c.visitor_id = v.id AND c.id = $1", [
      blocked,
    ]);
    await change(blocked, "waiting_since = NULL, waiting_seq = NULL");
    await close();
    for (const id of ids) expect(await statusOf(id)).toBe("open");
    await updateConversation(scope, thanks, { noReplyNeeded: true });
    await close();
    // A person has just looked at it.
    expect(await statusOf(thanks)).toBe("open");
    await change(thanks, "idle_since = now() - interval '8 days'");
    await close();
    expect([await statusOf(thanks), await statusOf(blocked)]).toEqual(["closed", "open"]);
  });

  test("in a shared workspace, what's marked unread for one person stays open, and marking begins the days again", async () => {
    const { scope, id } = await newPlace();
    const shared = { ...scope, isShared: true };
    await updateConversation(shared, id, { unread: true });
    await change(id, "idle_since = now() - interval '8 days'");
    await close();
    expect(await statusOf(id)).toBe("open");
    await markRead(shared, id, undefined);
    await updateConversation(shared, id, { unread: true });
    await markRead(shared, id, undefined);
    await close();
    expect(await statusOf(id)).toBe("open");
  });

  test("a conversation that someone has in view stays open until they leave it", async () => {
    const { scope, id } = await newPlace();
    await recordPresence({ ...scope, isShared: true }, id, {});
    await close();
    expect(await statusOf(id)).toBe("open");
    await run("UPDATE presences SET seen_at = now() - interval '31 seconds'");
    await close();
    expect(await statusOf(id)).toBe("closed");
  });

  test("a site where closing fails doesn't hold up the others", async () => {
    const [broken, other] = [await newPlace(), await newPlace()];
    await run(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
    await run(`CREATE TRIGGER refuse BEFORE UPDATE ON conversations FOR EACH ROW
      WHEN (NEW.site_id = '${broken.siteId}') EXECUTE FUNCTION refuse()`);
    await close();
    expect([await statusOf(broken.id), await statusOf(other.id)]).toEqual(["open", "closed"]);
  });

  test("what the site spares stays open: by default starred ones, and those with notes if it says so", async () => {
    const { siteId, id: noted } = await newPlace();
    const starred = await addIdle(run, siteId);
    await change(starred, "is_starred = true");
    await change(noted, "note_seq = 1");
    await setSite(siteId, "auto_close_spares = ARRAY['starred', 'noted']");
    await close();
    expect([await statusOf(noted), await statusOf(starred)]).toEqual(["open", "open"]);
    await setSite(siteId, "auto_close_spares = ARRAY['noted']");
    await close();
    expect([await statusOf(noted), await statusOf(starred)]).toEqual(["open", "closed"]);
    await setSite(siteId, "auto_close_spares = '{}'");
    await close();
    expect(await statusOf(noted)).toBe("closed");
  });

  test("what a person or the time has just brought back isn't closed: the days begin again", async () => {
    const { scope, siteId } = await newPlace();
    const again: [string, (id: string) => Promise<unknown>][] = [
      [
        "reopened",
        async (id) => {
          await updateConversation(scope, id, { status: "closed" });
          await updateConversation(scope, id, { status: "open" });
        },
      ],
      [
        "woken",
        async (id) => {
          await updateConversation(scope, id, { snooze: { until: null } });
          await updateConversation(scope, id, { snooze: null });
        },
      ],
      ["assigned", (id) => updateConversation(scope, id, { assignee: scope.userId })],
      ["noted", (id) => addNote(scope, id, { note: "Let's see", mentions: [] }, null)],
    ];
    for (const [what, bringBack] of again) {
      const id = await addIdle(run, siteId);
      await bringBack(id);
      await close();
      expect(await statusOf(id), what).toBe("open");
      await change(id, "idle_since = now() - interval '8 days'");
      await close();
      expect(await statusOf(id), what).toBe("closed");
    }
  });

  test("without earlier ones, only what something happened to since it was turned on is closed", async () => {
    const { scope, siteId, id: old } = await newPlace();
    const reopened = await addIdle(run, siteId);
    await setSite(siteId, "auto_close_earlier = false, auto_close_since = now() - interval '20 days'");
    const older = await addIdle(run, siteId, { days: 30 });
    await setSite(siteId, "auto_close_since = now() - interval '7 days 12 hours'");
    await updateConversation(scope, reopened, { assignee: scope.userId });
    await change(reopened, "idle_since = now() - interval '7 days 6 hours'");
    await close();
    expect([await statusOf(old), await statusOf(older), await statusOf(reopened)]).toEqual(["open", "open", "closed"]);
    await setSite(siteId, "auto_close_earlier = true");
    await close();
    expect([await statusOf(old), await statusOf(older)]).toEqual(["closed", "closed"]);
  });

  test("a site is looked at every ten minutes at most, 200 conversations at a time, the longest idle ones first", async () => {
    const { siteId, id } = await newPlace();
    await run(
      `WITH made AS (
         INSERT INTO visitors (id, site_id, workspace_id, created_at, updated_at)
         SELECT gen_random_uuid(), c.site_id, c.workspace_id, now(), now()
         FROM conversations c, generate_series(1, 250) WHERE c.id = $1 RETURNING id, site_id, workspace_id
       )
       INSERT INTO conversations (id, workspace_id, site_id, visitor_id, last_seq, owner_read_seq, last_message_at,
         last_message_preview, last_message_by, created_at, updated_at)
       SELECT gen_random_uuid(), workspace_id, site_id, id, 2, 2, now() - interval '9 days', 'x', 'owner', now(), now() FROM made`,
      [id],
    );
    const closed = async () =>
      (await run("SELECT count(*)::int AS n FROM conversations WHERE status = 'closed'"))[0]?.n;
    expect(await closeIdleConversations()).toBe(1);
    expect(await closeIdleConversations()).toBe(0);
    expect(await closed()).toBe(200);
    expect(await statusOf(id)).toBe("open");
    await setSite(siteId, "auto_closed_at = now() - interval '11 minutes'");
    await closeIdleConversations();
    expect(await closed()).toBe(251);
  });

  test("a site that's off, closed or someone else's isn't looked at", async () => {
    const places = [await newPlace(), await newPlace(), await newPlace()];
    await setSite(places[0]?.siteId ?? "", "auto_close_days = NULL");
    await setSite(places[1]?.siteId ?? "", "closed_at = now()");
    await close();
    const statuses = await Promise.all(places.map(({ id }) => statusOf(id)));
    expect(statuses).toEqual(["open", "open", "closed"]);
  });
});

test("it's off by default, turned on from now on, and each of its fields has its limits", async () => {
  const { owner, site } = await newOwnerWithSite();
  const call = (body: object) => ({ token: owner.token, body });
  const path = `/sites/${site.id}`;
  expect(site).toMatchObject({ autoCloseDays: null, autoCloseSpares: ["starred"], autoCloseEarlier: false });
  const since = async () =>
    (await sql("SELECT auto_close_since AS since FROM sites WHERE id = $1", [site.id]))[0]?.since as Date | null;
  expect(await since()).toBeNull();
  const patch = async (body: object) => (await ask(SiteResponse, 200, "PATCH", path, call(body))).site;
  expect(await patch({ autoCloseDays: 7 })).toMatchObject({ autoCloseDays: 7 });
  const first = await since();
  expect(first).toBeInstanceOf(Date);
  await patch({ autoCloseDays: 3, autoCloseEarlier: true, autoCloseSpares: [] });
  expect(await since(), "other days aren't turning it on").toEqual(first);
  await patch({ autoCloseDays: null });
  await patch({ autoCloseDays: 3 });
  expect((await since())?.getTime()).toBeGreaterThan(first?.getTime() ?? 0);
  for (const wrong of [0, 366, 1.5, "7"])
    await refuseFields(["autoCloseDays"], "PATCH", path, call({ autoCloseDays: wrong }));
  await refuseFields(["autoCloseSpares.0"], "PATCH", path, call({ autoCloseSpares: ["labeled"] }));
  await refuseFields(["autoCloseEarlier"], "PATCH", path, call({ autoCloseEarlier: null }));
});

test("what would close is counted before it's turned on, and changes nothing", async () => {
  const { owner, site } = await newOwnerWithSite();
  const { conversationId: id } = await start(await openWidget(site), "Hello");
  const path = `/sites/${site.id}/auto-close`;
  const count = async (search = "") =>
    (await ask(AutoCloseResponse, 200, "GET", path + search, { token: owner.token })).wouldClose;
  expect(await count()).toEqual({ all: 0, sinceTurnedOn: 0 });
  for (const _ of [1, 2]) await addIdle(sql, site.id, { days: 10 });
  const starred = await addIdle(sql, site.id, { days: 10 });
  await sql("UPDATE conversations SET is_starred = true WHERE id = $1", [starred]);
  expect(await count()).toEqual({ all: 3, sinceTurnedOn: 0 });
  expect(await count("?days=7&spares=starred,noted")).toEqual({ all: 2, sinceTurnedOn: 0 });
  expect(await count("?days=11&spares=")).toEqual({ all: 0, sinceTurnedOn: 0 });
  await sql("UPDATE sites SET auto_close_days = 30, auto_close_since = now() - interval '11 days' WHERE id = $1", [
    site.id,
  ]);
  expect(await count("?days=9")).toEqual({ all: 3, sinceTurnedOn: 3 });
  const open = await sql("SELECT id FROM conversations WHERE site_id = $1 AND status = 'open'", [site.id]);
  expect(open).toHaveLength(4);
  expect(open.map((row) => row.id)).toContain(id);
  for (const search of ["?days=0", "?days=366", "?days=x", "?spares=labeled"])
    expect((await send("GET", path + search, { token: owner.token })).status, search).toBe(400);
});

test("an agent of the site reads what it closes, and only an admin changes it", async () => {
  const { admin, agent, sites } = await newTeam();
  const path = `/sites/${sites[0]?.id}`;
  await ask(AutoCloseResponse, 200, "GET", `${path}/auto-close`, { token: agent.token });
  const body = { autoCloseDays: 7 };
  expect((await send("PATCH", path, { token: agent.token, body })).status).toBe(403);
  expect((await send("PATCH", path, { token: admin.token, body })).status).toBe(200);
});
