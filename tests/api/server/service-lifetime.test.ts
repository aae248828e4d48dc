import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "@playwright/test";
import { newDataFolder, serverOf, test } from "../../support/data-folder-test.ts";
import { startService } from "../../support/start-service.ts";
import { discardDatabase } from "../../support/throwaway-database.ts";

const onItsOwn = (dataDir: string) => ({
  settings: { PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir },
  log: join(dataDir, "log"),
});

// These make databases and start services on them.
test.slow();

test.describe("a service on its own data folder", () => {
  let dataDir: string;
  let service: Awaited<ReturnType<typeof startService>>;

  test.beforeAll(async () => {
    dataDir = await newDataFolder();
    service = await startService(onItsOwn(dataDir));
  });
  test.afterAll(async () => {
    await service.stop();
    await discardDatabase(dataDir);
  });

  test("only one service runs on a data folder: a second one says where the first is", async () => {
    await expect(startService({ ...onItsOwn(dataDir), log: join(dataDir, "log.second") })).rejects.toThrow(
      `it is already running on the data folder ${dataDir} at ${service.baseUrl}`,
    );
    expect((await fetch(`${service.baseUrl}/account`)).status).toBe(401);
  });

  test("the service restarts its database when that is killed, and returns 503 until then (D2)", async () => {
    const post = (path: string) =>
      fetch(`${service.baseUrl}${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email: "owner@example.org", password: "correct horse" }),
      });
    expect((await post("/auth/register")).status).toBe(201);
    const server = await serverOf(dataDir);
    if (server === undefined) throw new Error("no server runs");
    process.kill(server, "SIGKILL");
    const statuses = new Set<number>();
    const logInStatus = async () => {
      const { status } = await post("/auth/login");
      statuses.add(status);
      return status;
    };
    await expect.poll(logInStatus, { timeout: 20_000 }).toBe(200);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await serverOf(dataDir)).not.toBe(server);
  });

  test("SIGTERM ends the service with exit code 0, and no database server is left, not even one that was restarted", async () => {
    expect(await serverOf(dataDir)).toBeDefined();
    expect(await service.stop()).toBe(0);
    expect(await serverOf(dataDir)).toBeUndefined();
  });

  test("a page that's being sent at the end of the service is sent whole, and its connection isn't waited for", async () => {
    service = await startService(onItsOwn(dataDir));
    const client = connect(service.port, "127.0.0.1");
    client.write("GET /login HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    // The header comes first. On a busy host, more has come with it.
    const [start] = await once(client, "data");
    const ended = service.stop();
    const page = `${start}${await text(client)}`;
    expect(page).toContain("keep-alive");
    expect(page).toMatch(/<\/html>[\s\S]*\r\n0\r\n\r\n$/);
    expect(await ended).toBe(0);
    expect(await readFile(join(dataDir, "log"), "utf8")).not.toContain("connections are cut");
  });

  test("the secret stays the same across restarts", async () => {
    await service.stop();
    const secret = await readFile(join(dataDir, "secret"), "utf8");
    service = await startService(onItsOwn(dataDir));
    expect(await readFile(join(dataDir, "secret"), "utf8")).toBe(secret);
  });
});

test("the service doesn't start with DATABASE_URL but no secret, which other instances couldn't share (A26)", async ({
  dataDir,
}) => {
  const { settings, log } = onItsOwn(dataDir);
  const start = startService({ settings: { ...settings, DATABASE_URL: "postgresql://127.0.0.1:1/none" }, log });
  await expect(start).rejects.toThrow("Site Inbox cannot start: AUTH_SECRET is required with DATABASE_URL");
});
