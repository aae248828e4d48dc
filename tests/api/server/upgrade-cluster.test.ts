import { existsSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { adoptOrStart, stopServer } from "../../../server/database/cluster-server.ts";
import { urlOf } from "../../../server/database/connection.ts";
import { initializeCluster } from "../../../server/database/create-cluster.ts";
import { openEmbedded } from "../../../server/database/embedded.ts";
import { findOrCreateHome, usableBy } from "../../../server/database/home.ts";
import { migrate } from "../../../server/database/migrate.ts";
import { installOlderBinaries } from "../../../server/database/older-binaries.ts";
import { runCommand } from "../../support/command.ts";
import { clusterOf, test } from "../../support/data-folder-test.ts";
import { query } from "../../support/database.ts";

const upgrade = (dataDir: string) =>
  runCommand(process.execPath, ["server/upgrade-database.ts"], {
    signal: AbortSignal.timeout(170_000),
    env: { DATABASE_URL: "", DATA_DIR: dataDir },
  });

const PEOPLE = `
  INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at)
  SELECT gen_random_uuid(), 'p' || n || '@example.com', 'p' || n || '@example.com', 'x', now(), now()
  FROM generate_series(1, 500) AS n`;
const DIGEST = "SELECT count(*)::int AS rows, md5(string_agg(users::text, ',' ORDER BY id)) AS digest FROM users";

test("PostgreSQL 17's data is moved to the included PostgreSQL, compared, and kept", async ({ dataDir }) => {
  test.setTimeout(180_000);
  const programs = await mkdtemp(join(tmpdir(), "site-inbox-programs-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(programs, { recursive: true, force: true }));
  const binaries = await installOlderBinaries(17, programs);

  const home = await findOrCreateHome(dataDir);
  const older = { ...home, binaries: await usableBy(home, binaries) };
  await rm(home.cluster, { recursive: true });
  await initializeCluster(home.folder, "cluster", older);
  const options = { logs: dataDir, durable: false, connections: 20 };
  const url = await urlOf(older, await adoptOrStart(older, options));
  await migrate(url);
  await query(url, PEOPLE);
  const before = await query(url, DIGEST);
  await stopServer(older);

  await expect(openEmbedded(dataDir)).rejects.toThrow(
    "is from PostgreSQL 17, and this version includes 18. Run npm run db:upgrade",
  );
  // What an upgrade that was killed leaves.
  await initializeCluster(home.folder, "cluster-18.new", home);
  const done = await upgrade(dataDir);
  expect(done.code, done.output).toBe(0);
  expect(done.output).toMatch(/Moved \d+ rows of \d+ tables from PostgreSQL 17/);
  expect(done.output).toContain(`rm -r ${home.cluster}`);

  const database = await openEmbedded(dataDir);
  try {
    expect(await query(database.url, DIGEST)).toEqual(before);
    expect((await query(database.url, "SHOW server_version"))[0]?.server_version).toMatch(/^18\./);
    expect(await clusterOf(dataDir)).toBe(join(home.folder, "cluster-18"));
  } finally {
    await database.stop();
  }
  expect((await stat(join(home.cluster, "PG_VERSION"))).isFile()).toBe(true);
  expect(existsSync(join(home.folder, "cluster-18.new"))).toBe(false);
  expect(await upgrade(dataDir)).toMatchObject({
    code: 1,
    output: expect.stringContaining("is from PostgreSQL 18 already"),
  });
});
