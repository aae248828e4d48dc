import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { createCluster, sharedBuffers } from "../../../server/database/create-cluster.ts";
import { openEmbedded } from "../../../server/database/embedded.ts";
import { makeDataFolder, recordedLocation } from "../../../server/database/home.ts";
import { clusterOf, newDataFolder, openElsewhere, serverOf, test } from "../../support/data-folder-test.ts";
import { query } from "../../support/database.ts";
import { startService } from "../../support/start-service.ts";
import { discardDatabase } from "../../support/throwaway-database.ts";

const quick = { durable: false };

test("the built-in database is UTF-8, and only this host can reach it, with its password", async ({ dataDir }) => {
  const database = await openEmbedded(dataDir);
  const [settings] = await query(
    database.url,
    `SELECT pg_encoding_to_char(encoding) AS encoding, char_length('日本') AS length, lower('É') AS lower,
            current_setting('listen_addresses') AS address, current_setting('unix_socket_directories') AS sockets,
            current_setting('fsync') AS fsync, current_setting('data_checksums') AS checksums,
            pg_size_bytes(current_setting('shared_buffers')) / 1048576 AS buffers
     FROM pg_database WHERE datname = current_database()`,
  );
  expect(settings).toEqual({
    encoding: "UTF8",
    length: 2,
    lower: "é",
    address: "127.0.0.1",
    sockets: "",
    fsync: "on",
    checksums: "on",
    buffers: String(sharedBuffers()),
  });
  const stranger = new URL(database.url);
  stranger.password = "guessed";
  await expect(query(stranger.href, "SELECT 1")).rejects.toThrow("password authentication failed");
  expect((await stat(dataDir)).mode & 0o077).toBe(0);
  await database.stop();
  expect(await serverOf(dataDir)).toBeUndefined();
});

test("the folder of a new database outside of the data folder is reported once", async ({ dataDir }) => {
  const folders: string[] = [];
  const options = { ...quick, onCreatedOutside: (folder: string) => folders.push(folder) };
  for (const _ of ["the first start", "the second"]) await (await openEmbedded(dataDir, options)).stop();
  const recorded = await recordedLocation(dataDir);
  expect(folders).toEqual(recorded === undefined ? [] : [recorded]);
});

test("two processes that open a new data folder at once share one server", async ({ dataDir }) => {
  const [one, other] = await Promise.all([openElsewhere(dataDir), openElsewhere(dataDir)]);
  expect(other.url).toBe(one.url);
  await one.end("SIGTERM");
  expect(await query(other.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await other.end("SIGTERM");
  expect(await serverOf(dataDir)).toBeUndefined();
});

test.describe("on a data folder that has a database", () => {
  let dataDir: string;
  test.beforeAll(async () => {
    dataDir = await newDataFolder();
    await (await openEmbedded(dataDir, quick)).stop();
  });
  test.afterAll(() => discardDatabase(dataDir));

  /** Changes a file of the database, until the test is over. */
  async function changeFile(name: string, change: (text: string) => string) {
    const path = join(await clusterOf(dataDir), name);
    const before = await readFile(path, "utf8");
    await writeFile(path, change(before));
    return { [Symbol.asyncDispose]: () => writeFile(path, before) };
  }

  test("a process takes over the server that a killed process left, and stops it later", async () => {
    const killed = await openElsewhere(dataDir);
    const server = await serverOf(dataDir);
    await killed.end("SIGKILL");
    const database = await openEmbedded(dataDir, quick);
    expect(database.url).toBe(killed.url);
    expect(await serverOf(dataDir)).toBe(server);
    await database.stop();
    expect(await serverOf(dataDir)).toBeUndefined();
  });

  test("the server restarts after it was killed, with all stored data", async () => {
    const killed = await openElsewhere(dataDir);
    await query(killed.url, "CREATE TABLE kept AS SELECT 1 AS one");
    const server = await serverOf(dataDir);
    if (server === undefined) throw new Error("no server runs");
    await killed.end("SIGKILL");
    process.kill(server, "SIGKILL");
    const database = await openEmbedded(dataDir, quick);
    expect(await query(database.url, "SELECT * FROM kept")).toEqual([{ one: 1 }]);
    await database.stop();
  });

  test("a lock file whose process id now belongs to another program doesn't prevent the start", async () => {
    const cluster = await clusterOf(dataDir);
    const lockFile = join(cluster, "postmaster.pid");
    await writeFile(lockFile, `${process.pid}\n${cluster}\n1700000000\n5432\n\n127.0.0.1\n`, { mode: 0o600 });
    const database = await openEmbedded(dataDir, quick);
    expect(await serverOf(dataDir)).not.toBe(process.pid);
    await database.stop();
  });

  test("another PostgreSQL version's data is rejected, since it couldn't be read", async () => {
    await using _file = await changeFile("PG_VERSION", () => "17\n");
    await expect(openEmbedded(dataDir, quick)).rejects.toThrow("is from PostgreSQL 17, and this version includes 18");
  });

  test("a server that doesn't start is reported in one line", async () => {
    await using _file = await changeFile("postgresql.conf", (text) => `${text}\nshared_buffers = 'much'\n`);
    await expect(openEmbedded(dataDir, quick)).rejects.toThrow(
      /^the built-in database cannot start: .+postgres\.log\)$/,
    );
  });

  for (const [what, content] of [
    ["empty", ""],
    ["garbled", "\0\0\0\0\0\0\0\0"],
  ] as const) {
    test(`the server starts although a power cut left its lock file ${what}`, async () => {
      const killed = await openElsewhere(dataDir);
      const server = await serverOf(dataDir);
      if (server === undefined) throw new Error("no server runs");
      await killed.end("SIGKILL");
      process.kill(server, "SIGKILL");
      await writeFile(join(await clusterOf(dataDir), "postmaster.pid"), content);
      const database = await openEmbedded(dataDir, quick);
      expect(await query(database.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
      await database.stop();
    });
  }
});

test("a built-in database that exits while the service runs is restarted, which is one line of the log", async ({
  dataDir,
}) => {
  const log = join(dataDir, "service.log");
  const settings = { PORT: "0", HOST: "127.0.0.1", DATABASE_URL: "", DATA_DIR: dataDir };
  const service = await startService({ settings, log });
  const server = await serverOf(dataDir);
  if (server === undefined) throw new Error("no server runs");
  process.kill(server, "SIGKILL");
  await expect.poll(() => readFile(log, "utf8")).toContain("exited unexpectedly");
  const health = async () => (await fetch(`${service.baseUrl}/health/ready`)).status;
  await expect.poll(health).toBe(200);
  await service.stop();
  const told = (await readFile(log, "utf8")).split("\n").filter((line) => /exited unexpectedly/.test(line));
  expect(told.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 50, msg: "the built-in database exited unexpectedly; restarting it" }),
  ]);
});

test("a data folder that can't be created is named immediately", async () => {
  await expect(openEmbedded("/proc/x")).rejects.toThrow("/proc/x: the folder doesn't exist and can't be created");
  await expect(openEmbedded("/proc/x/y/z")).rejects.toThrow("/proc/x: the folder doesn't exist and can't be created");
  await expect(openEmbedded("/dev/null/x")).rejects.toThrow("a file is where a folder should be");
});

test("a data folder is created with its parents, and only its owner can enter it", async ({ dataDir }) => {
  const inner = join(dataDir, "a", "b");
  await makeDataFolder(inner);
  expect((await stat(inner)).mode & 0o777).toBe(0o700);
  await makeDataFolder(inner);
});

test("a program folder that PostgreSQL's initdb can't run from is rejected with what to do", async ({ dataDir }) => {
  for (const binaries of ["/opt/a$b/native", "/opt/a`b`/native", '/opt/a"b/native']) {
    const made = createCluster(dataDir, { binaries, account: undefined });
    await expect(made).rejects.toThrow(
      /because its path contains a [$`"]\. Move Site Inbox to another folder, or set DATABASE_URL$/,
    );
  }
});

test("a start right after a kill waits for the killed server's last processes to end (F13)", async ({ dataDir }) => {
  test.skip(process.platform !== "linux", "the processes of a server are listed by Linux alone");
  await openEmbedded(dataDir, quick);
  const server = await serverOf(dataDir);
  if (server === undefined) throw new Error("no server runs");
  const [child] = (await readFile(`/proc/${server}/task/${server}/children`, "utf8")).split(" ").map(Number);
  if (!child) throw new Error("the server has no processes");
  process.kill(child, "SIGSTOP");
  process.kill(server, "SIGKILL");
  const opening = openEmbedded(dataDir, quick);
  const said = () => readFile(join(dataDir, "postgres.log"), "utf8").catch(() => "");
  await expect.poll(said).toContain("pre-existing shared memory block");
  process.kill(child, "SIGCONT");
  const database = await opening;
  expect(await query(database.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await database.stop();
});
