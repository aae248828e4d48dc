import { expect, test } from "@playwright/test";
import type { ListFilter } from "#lib/desk/conversations/filter.ts";
import { countedList } from "#lib/desk/conversations/list-statements.ts";
import { listConversations } from "#lib/desk/inbox/queries.ts";
import { listPeople } from "#lib/desk/people/queries.ts";
import { filterText } from "#lib/desk/views/rules.ts";
import { queryPrepared } from "#platform/database/database.ts";
import { FOUND, FOUND_AND_SORTED, MERGED, memberScope, ownerScope } from "../support/frequent-work.ts";
import { type LargeDatabase, openLargeDatabase } from "../support/large-database.ts";
import { conditionsOf, costOfPlan, faultsOfPlan, isMerged, isPlannedOnce, scansOf } from "../support/query-plan.ts";
import { recordPlanned } from "../support/recorded-rows.ts";
import { recordStatements } from "../support/recorded-statements.ts";

/*
 * How the database runs what is asked often, on tables large enough for its own statistics to decide. The statements are those
 * that the code really sends.
 */

let large: LargeDatabase;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  large = await openLargeDatabase();
});

test.afterAll(() => large.drop());

async function faultsOf(work: (large: LargeDatabase) => Promise<unknown>): Promise<string[]> {
  const statements = await recordStatements(() => work(large));
  expect(statements).not.toEqual([]);
  const faults: string[] = [];
  for (const statement of statements) {
    recordPlanned(statement);
    for (const fault of await faultsOfPlan(large.client, statement)) faults.push(`${fault}: ${statement.text}`);
    const { name } = statement;
    if (name && !(await isPlannedOnce(large.client, { ...statement, name }))) {
      faults.push(`is planned each time: ${statement.text}`);
    }
  }
  return faults;
}

for (const [name, work] of Object.entries(FOUND)) {
  test(`${name} uses an index, in its order, so it costs the same in a large database`, async () => {
    expect(await faultsOf(work)).toEqual([]);
  });
}

for (const [name, work] of Object.entries(MERGED)) {
  test(`${name} are read by the indexes of their sites and merged, so a page costs little more than of one`, async () => {
    expect(await faultsOf(work)).toEqual([]);
    const lists = (await recordStatements(() => work(large))).filter(({ text }) => text.includes("UNION ALL"));
    expect(lists).not.toEqual([]);
    for (const statement of lists) expect(await isMerged(large.client, statement)).toBe(true);
  });
}

// All sites of the data set are closed, so whatever looks for closed ones may as well read all hours.
const IS_ALLOWED = /^(sorts|reads all of site_hours)/;

for (const [name, work] of Object.entries(FOUND_AND_SORTED)) {
  test(`${name} uses an index, and sorts only the rows found`, async () => {
    expect((await faultsOf(work)).filter((fault) => !IS_ALLOWED.test(fault))).toEqual([]);
  });
}

test("people by first seen are walked in an index alone, which the planner prefers to sorting all of a large site's", async () => {
  const statements = await recordStatements(() => listPeople(ownerScope(large), { order: "firstSeen", limit: 50 }));
  const scans = await Promise.all(statements.map((one) => scansOf(large.client, one, "visitors_site_id_id_idx")));
  expect(scans.flat()).toEqual(["Index Only Scan"]);
});

test("those who have waited long are counted in the order of their wait, which an index has", async () => {
  const count = () => queryPrepared(countedList(ownerScope(large), { waitingFor: "1h" }, 100));
  const [statement] = await recordStatements(count);
  if (!statement) throw new Error("nothing was counted");
  // The planner sorts as few rows as these, but not those of a large workspace.
  await large.client.query("SET enable_sort = off");
  try {
    expect(await scansOf(large.client, statement, "conversations_waiting_idx")).toEqual(["Index Scan"]);
    expect(await faultsOfPlan(large.client, statement)).toEqual([]);
  } finally {
    await large.client.query("RESET enable_sort");
  }
});

const OF_A_WORKSPACE: [index: string, filter: ListFilter][] = [
  ["conversations_waiting_idx", { order: "waiting" }],
  ["conversations_waiting_idx", { waitingFor: "1h" }],
  ["conversations_marked_idx", { starred: "true" }],
  ["conversations_marked_idx", { snoozed: "true" }],
  ["conversations_waiting_idx", { counted: "waiting" }],
];

for (const [index, filter] of OF_A_WORKSPACE) {
  test(`${filterText(filter)} of a member with chosen sites, or of one site, is found and counted by site in ${index}`, async () => {
    const siteId = large.owner.siteIds[0] ?? "";
    const lists = [
      { scope: memberScope(large, 4), filter },
      { scope: ownerScope(large), filter: { ...filter, siteId } },
    ];
    for (const { scope, filter } of lists) {
      const [count, list] = await recordStatements(async () => {
        await queryPrepared(countedList(scope, filter, 100));
        await listConversations(scope, { ...filter, limit: 50 });
      });
      for (const statement of [count, list]) {
        const conditions = statement && (await conditionsOf(large.client, statement, index));
        expect(conditions?.join(), statement?.text).toContain("site_id = ANY");
      }
    }
  });
}

const NEEDED: [index: string, by: string][] = [
  ["conversations_workspace_id_last_message_period_idx", "the inbox"],
  ["conversations_workspace_id_status_last_message_period_idx", "the inbox by status"],
  ["conversations_site_id_last_message_period_idx", "the inbox by site"],
  ["conversations_site_id_status_last_message_period_idx", "the inbox by site and status"],
  ["conversations_assignee_idx", "an assignee's conversations"],
  ["conversations_visitor_id_idx", "a visitor's conversations"],
  ["conversations_is_unread_workspace_id_idx", "the unread total"],
  ["conversations_updated_at_ranges_idx", "what changed lately"],
  ["conversations_spam_workspace_id_last_message_period_idx", "the spam"],
  ["conversations_waiting_idx", "who waits longest"],
  ["conversations_marked_idx", "starred conversations"],
  ["conversations_rated_idx", "rated conversations"],
  ["conversations_site_id_created_at_idx", "what a report counts"],
  ["conversation_labels_label_id_last_message_period_idx", "a label's conversations"],
  ["blocked_addresses_site_id_address_hash_key", "messages from a known address"],
  ["visitors_address_at_idx", "expired rows"],
  ["deletions_deleted_at_idx", "missed changes"],
  ["messages_conversation_id_seq_key", "a conversation's history"],
  ["messages_search_idx", "a search for rare words"],
  ["visitors_search_idx", "a search for rare words"],
  ["visitors_id_idx", "the inbox"],
  ["sites_workspace_id_created_at_id_idx", "the sites"],
  ["sites_retention_idx", "what is past its site's time"],
  ["visitors_site_id_id_idx", "an export"],
  ["visitors_merged_site_id_idx", "people in every order, and by their words"],
  ["notifications_pending_due_at_idx", "rows without a job"],
];

for (const [index, by] of NEEDED) {
  test(`without ${index}, finding ${by} would take longer, so no unneeded index is kept`, async () => {
    const work = FOUND[by] ?? FOUND_AND_SORTED[by];
    if (!work) throw new Error(`there is no statement called ${by}`);
    const statements = await recordStatements(() => work(large));
    const costs = () => Promise.all(statements.map((statement) => costOfPlan(large.client, statement)));
    await large.client.query("BEGIN");
    try {
      const before = await costs();
      await large.client.query(`DROP INDEX ${index}`);
      const after = await costs();
      expect(Math.max(...after.map((cost, at) => cost / (before[at] ?? cost)))).toBeGreaterThan(1);
    } finally {
      await large.client.query("ROLLBACK");
    }
  });
}
