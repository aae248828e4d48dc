import { expect, test } from "@playwright/test";
import { mailServer } from "../support/mail-server.ts";
import { mailWorld } from "../support/mail-world.ts";
import { startProcess } from "../support/start-process.ts";

test("a message is accepted while the mail server is down, and emailed once after kill -9 and a restart (D16, D17)", async () => {
  const world = await mailWorld({ JOBS: "on", MAIL_DELAY: "1" });
  try {
    const owner = await world.newOwner();
    const site = await world.newSite(owner);
    await world.server.close();
    await world.write(await world.openWidget(site), "Hello");
    const waiting = async () => (await world.mails()).find(({ kind }) => kind === "owner_alert");
    await expect
      .poll(async () => (await waiting())?.reason, { timeout: 20_000 })
      .toBe("The mail server couldn’t be reached.");
    await world.service.stop("SIGKILL");
    const mail = await waiting();
    if (!mail) throw new Error("the mail was given up");

    await using server = await mailServer({ port: world.server.port });
    await using service = await startProcess("again", {
      ...world.settings,
      DATABASE_URL: world.database.url,
      BASE_URL: world.baseUrl,
    });
    expect(service.pid).toBeGreaterThan(0);
    await world.sql("UPDATE pgboss.job SET start_after = now() WHERE name = 'mail' AND data->>'id' = $1", [mail.id]);
    const [received] = await server.to(owner.email);
    expect(received?.mail.messageId).toBe(`<${mail.id}@${new URL(world.baseUrl).hostname}>`);
    expect(received?.mail.text).toContain("> Hello");
    await expect.poll(async () => (await world.mails("sent")).map(({ id }) => id)).toEqual([mail.id]);
    expect(server.received).toHaveLength(1);
  } finally {
    await world.close();
  }
});
