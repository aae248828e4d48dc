import { Writable } from "node:stream";
import { expect, test } from "@playwright/test";
import { openSession } from "#lib/base/sessions/sessions.system.ts";
import { archiveEntries } from "#lib/data/exports/archive-entries.ts";
import { csvFile } from "#lib/data/exports/csv-file.ts";
import { type Export, exportSite } from "#lib/data/exports/queries.ts";
import { toSiteJson } from "#lib/sites/sites/json.ts";
import { Download } from "#platform/http/download.ts";
import { zipArchive } from "#platform/zip/zip-archive.ts";
import { makeDataSet } from "../../bench/data-set.ts";
import { atScale } from "../support/at-scale.ts";
import { parseCsv } from "../support/csv.ts";
import { query } from "../support/database.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { recordStatements } from "../support/recorded-statements.ts";
import { soloScope } from "../support/solo-scope.ts";
import { unzip } from "../support/zip.ts";

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
  async function counted(): Promise<Export> {
    const exported = await exportSite(scope, siteId);
    const read = async function* () {
      for await (const batch of exported.read()) {
        largest.batch = Math.max(largest.batch, batch.filter(({ kind }) => kind === "message").length);
        yield batch;
      }
    };
    return { ...exported, read };
  }
  const formats = {
    csv: async () => csvFile({ batches: (await counted()).read(), hasNotes: false }),
    zip: async () => {
      const exported = await counted();
      return zipArchive(archiveEntries("x", toSiteJson(scope, exported.site), { exportedAt: new Date(), exported }));
    },
  };
  const linesIn = {
    csv: (file: Buffer) => parseCsv(file.toString().slice(1)),
    zip: (file: Buffer) => parseCsv(String(unzip(file).get("x.csv")?.content).slice(1)),
  };

  for (const format of ["csv", "zip"] as const) {
    const described = { fileName: `x.${format}`, mediaType: "text/plain" };
    const pieces: Buffer[] = [];
    const reader = new Writable({
      highWaterMark: 1,
      write(piece, _encoding, done) {
        pieces.push(Buffer.from(piece));
        setImmediate(done);
      },
    });
    await new Download(described, await formats[format]()).sendTo(reader);
    expect(linesIn[format](Buffer.concat(pieces))).toHaveLength(count + 1);
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
      const sending = new Download(described, await formats[format]()).sendTo(stuck);
      await expect.poll(() => taken).toBe(1);
      stuck.destroy();
      await sending;
    });
    // The site, the labels, the entry in the log, a page of visitors, one of conversations, and two batches of messages at most.
    expect(statements.length).toBeLessThanOrEqual(7);
  }
});
