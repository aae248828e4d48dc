import { Writable } from "node:stream";
import { expect, test } from "@playwright/test";
import { csvFile } from "#lib/exports/csv-file.ts";
import { exportSite } from "#lib/exports/queries.ts";
import { openSession } from "#lib/sessions/sessions.system.ts";
import { Download } from "#platform/http/download.ts";
import { makeDataSet } from "../../bench/data-set.ts";
import { atScale } from "../support/at-scale.ts";
import { parseCsv } from "../support/csv.ts";
import { query } from "../support/database.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { recordStatements } from "../support/recorded-statements.ts";
import { soloScope } from "../support/solo-scope.ts";

const CONVERSATIONS = atScale(600, 6_000);

test("an export reads only as much as the reader can take, and nothing after the reader has left (G3)", {
  tag: "@soak",
}, async () => {
  test.setTimeout(90_000);
  await using database = await openOwnDatabase();
  const owners = [{ email: "owner@example.com", sites: 1, conversations: CONVERSATIONS }];
  const [owner] = await makeDataSet(database.url, {
    conversations: CONVERSATIONS,
    messagesPerConversation: 4,
    owners,
    conversationsPerOther: 20,
  });
  if (!owner) throw new Error("the data set has no owner");
  const { userId, workspaceId } = owner;
  const { sessionId } = await openSession(userId, { device: null });
  const scope = soloScope({ userId, workspaceId, sessionId });
  const siteId = owner.siteIds[0] ?? "";
  const [{ count } = { count: 0 }] = await query<{ count: number }>(
    database.url,
    "SELECT count(*)::int FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE c.site_id = $1",
    [siteId],
  );
  expect(count).toBeGreaterThan(CONVERSATIONS * 3);
  const largest = { batch: 0 };
  async function* counted() {
    const { batches } = await exportSite(scope, siteId);
    for await (const batch of batches) {
      largest.batch = Math.max(largest.batch, batch.filter(({ kind }) => kind === "message").length);
      yield batch;
    }
  }
  const described = { fileName: "x.csv", mediaType: "text/csv" };

  const pieces: string[] = [];
  const reader = new Writable({
    highWaterMark: 1,
    write(piece, _encoding, done) {
      pieces.push(String(piece));
      setImmediate(done);
    },
  });
  await new Download(described, csvFile({ batches: counted(), hasNotes: false })).sendTo(reader);
  expect(parseCsv(pieces.join("").slice(1))).toHaveLength(count + 1);
  expect(largest.batch).toBe(200);

  // One that takes a single piece and never another.
  let taken = 0;
  const stuck = new Writable({
    highWaterMark: 1,
    write() {
      taken += 1;
    },
  });
  const statements = await recordStatements(async () => {
    const sending = new Download(described, csvFile({ batches: counted(), hasNotes: false })).sendTo(stuck);
    await expect.poll(() => taken).toBe(1);
    stuck.destroy();
    await sending;
  });
  // The site, the entry in the log, a page of visitors, one of conversations, and two batches of messages at most.
  expect(statements.length).toBeLessThanOrEqual(6);
});
