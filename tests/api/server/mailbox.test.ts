import { once } from "node:events";
import { chmod, readdir, rename, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { findMailboxState, listRefreshTokens } from "#lib/notify/mail-in/mailbox.system.ts";
import { type ReadingOptions, startReadingMailbox } from "#lib/notify/mail-in/read-mailbox.ts";
import { readImapUrl } from "#platform/imap/imap-url.ts";
import { openMailbox } from "#platform/imap/mailbox.ts";
import { type OAuthEndpoints, OAuthError } from "#platform/imap/oauth.ts";
import { loginWithBrowser, loginWithCode } from "#platform/imap/oauth-login.ts";
import { inbound } from "../../../server/status/checks/inbound.ts";
import { ChaosProxy, type Faults, NO_FAULTS } from "../../chaos/proxy.ts";
import { seededRandom } from "../../chaos/random.ts";
import { deliveryReport } from "../../support/delivery-report.ts";
import { type Dovecot, requireDovecot, startDovecot } from "../../support/dovecot.ts";
import { testEnvironment } from "../../support/environment.ts";
import { INBOUND, rawMail, receiveAll } from "../../support/inbound.ts";
import { type MailWorld, mailWorld } from "../../support/mail-world.ts";
import { provideSettings } from "../../support/provide-settings.ts";
import { silentProxy } from "../../support/silent-proxy.ts";
import { startJobs } from "../../support/start-jobs.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

/*
 * The mailbox is a real Dovecot's, and the reader is the service's, in this process, with shorter times.
 */

const FAST = {
  takeMs: 50,
  renewMs: 100,
  idleMs: 20_000,
  pollMs: 200,
  patienceMs: 5_000,
  pauseMs: 50,
  pauseMostMs: 400,
};
const { signal } = new AbortController();

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld(INBOUND);
});
test.beforeEach(async () => {
  await world.sql("DELETE FROM inbound_mailboxes");
  await world.sql("DELETE FROM received_mails");
});
test.afterAll(() => world.close());

const settingsWith = (more: Record<string, string>) => ({
  DATABASE_URL: world.database.url,
  BASE_URL: world.baseUrl,
  ...world.settings,
  ...more,
});

/** Reads a mailbox until it's disposed of. */
function startReading(more: Record<string, string>, { times, ...options }: ReadingOptions = {}) {
  provideSettings(settingsWith(more));
  const stopping = new AbortController();
  const done = startReadingMailbox(stopping.signal, { times: { ...FAST, ...times }, ...options });
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await done;
    },
  };
}

const lookedAt = async () => (await findMailboxState())?.lookedSecondsAgo ?? null;
/** Waits until the mailbox was looked at. */
const hasLooked = () => expect.poll(lookedAt).not.toBeNull();
const forgetLook = () => world.sql("UPDATE inbound_mailboxes SET looked_at = NULL");

/** An address that a visitor replies to, in a conversation of its own. */
async function newAddress() {
  const { owner, site } = await world.newOwnerWithSite();
  await world.sql("UPDATE users SET alert_mails = false WHERE id = $1", [owner.id]);
  const visitor = await world.openWidget(site);
  const email = `grace-${visitor.id}@example.com`;
  const id = await world.write(visitor, "Is it back?", { email });
  await world.reply(owner, id, "Yes.");
  await world.deliverAll();
  const mail = world.server.received.find(({ to }) => to.includes(email))?.mail;
  return { id, email, to: mail?.replyTo?.value[0]?.address ?? "", messageId: mail?.messageId ?? "" };
}

const taken = () =>
  world.sql<{ end: string; source: string; raw: boolean }>(
    `SELECT status || coalesce(': ' || reason, '') AS end, source, raw_hash IS NOT NULL AS raw FROM received_mails
     ORDER BY created_at, id`,
  );
const countTaken = async () => (await taken()).length;
const bodiesIn = async (id: string) =>
  (await world.sql<{ body: string }>("SELECT body FROM messages WHERE conversation_id = $1 ORDER BY seq", [id])).map(
    ({ body }) => body,
  );
const isSeen = (name: string) => /:2,[A-Z]*S/.test(name);

test.describe("the real Dovecot", () => {
  test.beforeEach(() => requireDovecot());

  const startProxy = async ({ port, url }: Dovecot) => {
    const proxy = new ChaosProxy(() => [port], seededRandom(1));
    const own = new URL(await proxy.listen()).port;
    return {
      url: url.replace(`${port}`, own),
      fail: (faults: Faults) => {
        proxy.faults = faults;
      },
      cutAll: () => proxy.cutAll(),
      [Symbol.asyncDispose]: () => proxy.close(),
    };
  };
  const deliver = async ({ deliver: send }: Dovecot, to: string, text: string, more: object = {}) =>
    expect(await send(to, rawMail({ to, text, ...more }))).toMatch(/^250/);

  test("the real Dovecot hands over an email while it's connected, and others' stay unread", async () => {
    await using dovecot = await startDovecot();
    const { id, to } = await newAddress();
    await deliver(dovecot, to, "Before the first start.");
    await using _reader = startReading({ INBOUND_IMAP_URL: dovecot.url });
    await hasLooked();
    await deliver(dovecot, "inbox@in.example", "For a person.");
    await deliver(dovecot, `inbox+${"a".repeat(26)}@in.example`, "For another installation.");
    await deliver(dovecot, to, "Great!");
    await expect.poll(countTaken).toBe(1);
    expect(await receiveAll(world)).toEqual(["stored"]);
    expect(await bodiesIn(id)).toEqual(["Is it back?", "Yes.", "Great!"]);
    expect(await taken()).toEqual([{ end: "stored", source: "imap", raw: true }]);
    await expect.poll(async () => (await dovecot.files()).map(isSeen).sort()).toEqual([false, false, false, true]);
    expect(await findMailboxState()).toMatchObject({ leftAlone: 2, problem: null });
    expect(await inbound.find(signal)).toEqual({ state: "good", says: "The mailbox is read." });
  });

  test("the real Dovecot drops connections while nothing comes, and what comes then isn't missed", async () => {
    await using dovecot = await startDovecot();
    await using proxy = await startProxy(dovecot);
    const { to } = await newAddress();
    await using _reader = startReading({ INBOUND_IMAP_URL: proxy.url });
    await hasLooked();
    for (const round of [1, 2, 3]) {
      proxy.cutAll();
      await deliver(dovecot, to, `Round ${round}`);
      await expect.poll(countTaken).toBe(round);
    }
  });

  test("the real Dovecot is behind a bad network, and each email comes once", async () => {
    await using dovecot = await startDovecot();
    await using proxy = await startProxy(dovecot);
    const { to } = await newAddress();
    await using _reader = startReading({ INBOUND_IMAP_URL: proxy.url });
    await hasLooked();
    proxy.fail({ refuse: 0.1, cut: 0.01, duplicate: 0, delay: 0.2, delayMsMax: 20 });
    for (let at = 0; at < 40; at += 1) await deliver(dovecot, to, `Text ${at}`);
    await expect.poll(countTaken, { timeout: 30_000 }).toBe(40);
    proxy.fail(NO_FAULTS);
    await expect.poll(async () => (await dovecot.files()).every(isSeen)).toBe(true);
    expect((await taken()).every(({ raw }) => raw)).toBe(true);
  });

  test("the real Dovecot falls silent, and the reader connects again", async () => {
    await using dovecot = await startDovecot();
    await using proxy = await silentProxy(dovecot.url);
    const { to } = await newAddress();
    const times = { idleMs: 300, patienceMs: 1_000 };
    await using _reader = startReading({ INBOUND_IMAP_URL: proxy.url }, { times });
    await hasLooked();
    proxy.fallSilent();
    await deliver(dovecot, to, "Are you there?");
    await expect.poll(countTaken).toBe(1);
  });

  test("the real Dovecot can't say that there's something new, and is asked", async () => {
    await using dovecot = await startDovecot({ capability: "IMAP4rev1" });
    const { to } = await newAddress();
    await using _reader = startReading({ INBOUND_IMAP_URL: dovecot.url });
    await hasLooked();
    await deliver(dovecot, to, "Anyone?");
    await expect.poll(countTaken).toBe(1);
  });

  test("the real Dovecot numbers its emails again, and each is a message once", async () => {
    await using dovecot = await startDovecot();
    const { id, to } = await newAddress();
    const reading = { INBOUND_IMAP_URL: dovecot.url };
    {
      await using _reader = startReading(reading);
      await hasLooked();
      await deliver(dovecot, to, "One");
      await expect.poll(countTaken).toBe(1);
      expect(await receiveAll(world)).toEqual(["stored"]);
    }
    await deliver(dovecot, to, "Two");
    await dovecot.restart(async () => {
      const names = (await readdir(dovecot.mails)).filter((name) => name.startsWith("dovecot"));
      for (const name of names) await rm(join(dovecot.mails, name));
      await writeFile(join(dovecot.mails, "dovecot-uidlist"), "3 V1000 N1\n", { mode: 0o666 });
      await chmod(join(dovecot.mails, "dovecot-uidlist"), 0o666);
    });
    await using _reader = startReading(reading);
    await expect.poll(countTaken).toBe(3);
    expect(new Set(await receiveAll(world))).toEqual(new Set(["duplicate", "stored"]));
    expect(await bodiesIn(id)).toEqual(["Is it back?", "Yes.", "One", "Two"]);
  });

  test("the real Dovecot's mailbox is full, and the status says so before", async () => {
    await using dovecot = await startDovecot({ quota: "1M" });
    const { to } = await newAddress();
    const large = rawMail({ to: "a@in.example", text: `${"x".repeat(70)}\r\n`.repeat(14_200) });
    expect(await dovecot.deliver("inbox@in.example", large)).toMatch(/^250/);
    await using _reader = startReading({ INBOUND_IMAP_URL: dovecot.url });
    await expect.poll(async () => (await findMailboxState())?.usedPercent).toBeGreaterThanOrEqual(95);
    expect(await inbound.find(signal)).toMatchObject({ state: "warning", says: expect.stringMatching(/9\d % full/) });
    expect(await dovecot.deliver(to, large)).toMatch(/^[45]52/);
  });

  test("the real Dovecot refuses a folder or a password, the status says which, and the right one is used at once", async () => {
    await using dovecot = await startDovecot();
    const { to } = await newAddress();
    const times = { pauseMostMs: 600_000 };
    const problemWith = async (INBOUND_IMAP_URL: string) => {
      await using _reader = startReading({ INBOUND_IMAP_URL }, { times });
      await expect.poll(async () => (await inbound.find(signal)).state).toBe("failing");
      return inbound.find(signal);
    };
    expect(await problemWith(`${dovecot.url}/Nowhere`)).toMatchObject({
      says: expect.stringContaining("Nowhere"),
      todo: expect.stringContaining("Create it"),
    });
    expect(await problemWith(dovecot.url.replace("password", "wrong"))).toMatchObject({
      says: expect.stringContaining("refuses the login"),
      todo: expect.stringContaining("INBOUND_IMAP_URL"),
    });
    await using _reader = startReading({ INBOUND_IMAP_URL: dovecot.url }, { times });
    await hasLooked();
    await deliver(dovecot, to, "At last");
    await expect.poll(countTaken).toBe(1);
    expect(await inbound.find(signal)).toMatchObject({ state: "good" });
  });

  test("the real Dovecot offers no TLS, and gets no password from another host", async () => {
    await using dovecot = await startDovecot();
    const server = readImapUrl(dovecot.url);
    if (typeof server === "string") throw new Error(server);
    const login = { user: "inbox", pass: server.pass ?? "" };
    const opening = openMailbox({ ...server, tls: "starttls" }, login, { signal });
    await expect(opening).rejects.toMatchObject({ name: "MailboxError", problem: "unreachable" });
    expect(await dovecot.log()).not.toContain("user=<inbox>");
    using mailbox = await openMailbox(server, login, { signal });
    expect(mailbox.state.uidNext).toBe(1);
  });

  test("the real Dovecot is away for ten minutes, and the status fails", async () => {
    await using dovecot = await startDovecot();
    const settings = { INBOUND_IMAP_URL: dovecot.url };
    {
      await using _reader = startReading(settings);
      await hasLooked();
    }
    await world.sql("UPDATE inbound_mailboxes SET looked_at = now() - interval '9 minutes'");
    expect((await inbound.find(signal)).state).toBe("good");
    await world.sql("UPDATE inbound_mailboxes SET looked_at = now() - interval '11 minutes'");
    expect(await inbound.find(signal)).toMatchObject({ state: "failing", says: expect.stringContaining("11 minutes") });
  });

  test("the real Dovecot has an email that's too large, which is noted and left there, and one after it", async () => {
    await using dovecot = await startDovecot();
    const { to } = await newAddress();
    await using _reader = startReading({ INBOUND_IMAP_URL: dovecot.url, INBOUND_MAX_SIZE: "10K" });
    await hasLooked();
    await deliver(dovecot, to, "x".repeat(11_000));
    await deliver(dovecot, to, "Small");
    await expect.poll(countTaken).toBe(2);
    expect(await taken()).toEqual([
      { end: "refused: too_large", source: "imap", raw: false },
      { end: "pending", source: "imap", raw: true },
    ]);
    await expect.poll(async () => (await dovecot.files()).map(isSeen).sort()).toEqual([false, true]);
  });

  test("the real Dovecot has an email to an address where too many wait, which is noted and left there, and one after it", async () => {
    await using dovecot = await startDovecot();
    const [full, other] = [await newAddress(), await newAddress()];
    await using _reader = startReading({ INBOUND_IMAP_URL: dovecot.url });
    await hasLooked();
    await world.sql(
      `INSERT INTO received_mails (id, job_id, due_at, place_hash, envelope, size, raw_until, conversation_id, created_at, updated_at)
       SELECT gen_random_uuid(), gen_random_uuid(), now() + interval '1 hour', sha256(uuid_send(gen_random_uuid())), '{}', 1, now(), $1,
         now() - interval '1 day', now()
       FROM generate_series(1, 200)`,
      [full.id],
    );
    await deliver(dovecot, full.to, "One more");
    await deliver(dovecot, other.to, "Another");
    await expect.poll(countTaken).toBe(202);
    expect((await taken()).slice(200).map(({ end }) => end)).toEqual(["refused: full", "pending"]);
    await expect.poll(async () => (await dovecot.files()).map(isSeen).sort()).toEqual([false, true]);
  });

  test("the real Dovecot never hands over an email, which is noted, and those after it come", async () => {
    await using dovecot = await startDovecot();
    const { to } = await newAddress();
    const settings = { INBOUND_IMAP_URL: dovecot.url };
    {
      await using _reader = startReading(settings);
      await hasLooked();
    }
    await deliver(dovecot, to, "Unreadable");
    const [name = ""] = await dovecot.files();
    await chmod(join(dovecot.mails, "new", name), 0);
    await deliver(dovecot, to, "Fine");
    await using _reader = startReading(settings);
    await expect.poll(countTaken, { timeout: 20_000 }).toBe(2);
    expect((await taken()).map(({ end }) => end)).toEqual(["failed: unreadable", "pending"]);
  });

  test("the real Dovecot never hands over several emails, and the pauses don't add up", async () => {
    await using dovecot = await startDovecot();
    const { to } = await newAddress();
    const settings = { INBOUND_IMAP_URL: dovecot.url };
    {
      await using _reader = startReading(settings);
      await hasLooked();
    }
    for (const at of [1, 2, 3]) await deliver(dovecot, to, `Unreadable ${at}`);
    for (const name of await dovecot.files()) await chmod(join(dovecot.mails, "new", name), 0);
    await deliver(dovecot, to, "Fine");
    // Added up, these pauses would last for hours.
    await using _reader = startReading(settings, { times: { pauseMs: 50, pauseMostMs: 3_600_000 } });
    await expect.poll(countTaken, { timeout: 45_000 }).toBe(4);
    expect((await taken()).at(-1)).toMatchObject({ end: "pending" });
  });

  test("the real Dovecot is lost before its first emails were read, and what arrives then isn't skipped", async () => {
    await using dovecot = await startDovecot();
    const { to } = await newAddress();
    const way: { isLost: boolean } = { isLost: true };
    // NOOP comes before the first list.
    await using proxy = await startCommandProxy(dovecot.url, (command) => way.isLost && / NOOP\r\n/i.test(command));
    await deliver(dovecot, to, "Before the first start.");
    {
      await using _reader = startReading({ INBOUND_IMAP_URL: proxy.url });
      await expect.poll(async () => (await findMailboxState())?.problem).toBe("unreachable");
    }
    await deliver(dovecot, to, "Meanwhile");
    way.isLost = false;
    await using _reader = startReading({ INBOUND_IMAP_URL: proxy.url });
    await expect.poll(countTaken).toBe(1);
  });

  test("the real Dovecot has reports, and those about our emails are taken", async () => {
    await using dovecot = await startDovecot();
    const { to, messageId } = await newAddress();
    await using _reader = startReading({ INBOUND_IMAP_URL: dovecot.url });
    await hasLooked();
    const headerId = messageId.replace(/^<|>$/g, "");
    const report = (raw: Buffer | string) => dovecot.deliver("inbox@in.example", Buffer.from(raw), "");
    const about = { recipient: "ada@example.com", headerId };
    await report(deliveryReport({ ...about, headerId: "5e2f3f1e-1111-4111-8111-111111111111@elsewhere.example" }));
    // Neither a vacation's response nor a receipt says that an email came back.
    const away = rawMail({ to: "inbox@in.example", text: "I'm away", headers: { "In-Reply-To": messageId } });
    await report(away);
    await report(deliveryReport(about).toString().replaceAll("delivery-status", "disposition-notification"));
    await report(deliveryReport(about));
    await deliver(dovecot, to, "Last");
    await expect.poll(countTaken).toBe(2);
    expect(await findMailboxState()).toMatchObject({ leftAlone: 3 });
  });

  test("the real Dovecot is read by one of two processes, and by the other once the first has lost its turn", async () => {
    await using dovecot = await startDovecot();
    const { to } = await newAddress();
    const settings = { INBOUND_IMAP_URL: dovecot.url };
    const readerNow = async () =>
      (await world.sql<{ reader: string }>("SELECT reader FROM inbound_mailboxes"))[0]?.reader;
    await using _one = startReading(settings);
    await using _other = startReading(settings);
    await hasLooked();
    const first = await readerNow();
    for (const at of [1, 2, 3]) await deliver(dovecot, to, `Text ${at}`);
    await expect.poll(countTaken).toBe(3);
    expect(await readerNow()).toBe(first);
    // As if the process had been stopped for longer than its lease, and a third one had it now.
    await world.sql(
      "UPDATE inbound_mailboxes SET reader = gen_random_uuid(), reads_until = now() + interval '1 second'",
    );
    await deliver(dovecot, to, "Text 4");
    await expect.poll(countTaken).toBe(4);
    expect(await receiveAll(world)).toEqual(["stored", "stored", "stored", "stored"]);
    await expect.poll(async () => (await dovecot.files()).every(isSeen)).toBe(true);
  });

  test("the real Dovecot is read again where a reader was killed before it marked an email, which is stored once", async () => {
    await using dovecot = await startDovecot();
    const { to } = await newAddress();
    const settings = { INBOUND_IMAP_URL: dovecot.url };
    {
      await using _reader = startReading(settings);
      await hasLooked();
      await deliver(dovecot, to, "Once");
      await expect.poll(async () => (await dovecot.files()).every(isSeen)).toBe(true);
    }
    const [name = ""] = await dovecot.files();
    const folder = join(dovecot.mails, "cur");
    await dovecot.restart(() => rename(join(folder, name), join(folder, name.replace(/:2,.*/, ":2,"))));
    await world.sql("UPDATE inbound_mailboxes SET next_uid = 1, looked_at = NULL");
    await using _reader = startReading(settings);
    await expect.poll(lookedAt).not.toBeNull();
    await expect.poll(async () => (await dovecot.files()).every(isSeen)).toBe(true);
    expect(await countTaken()).toBe(1);
  });

  test("the real Dovecot's emails are messages within seconds, each once, although the process is killed between them", async () => {
    test.setTimeout(120_000);
    await using dovecot = await startDovecot();
    const { id, to } = await newAddress();
    const { dataDir: DATA_DIR } = testEnvironment;
    const own = { ...settingsWith({ INBOUND_IMAP_URL: dovecot.url }), DATA_DIR };
    const first = await startJobs(own);
    await expect
      .poll(async () => (await world.sql("SELECT FROM inbound_mailboxes WHERE looked_at IS NOT NULL")).length)
      .toBe(1);
    const sentAt = performance.now();
    await deliver(dovecot, to, "First");
    await expect.poll(async () => (await bodiesIn(id)).length, { intervals: [50] }).toBe(3);
    const seconds = (performance.now() - sentAt) / 1_000;
    test.info().annotations.push({ type: "seconds to the thread", description: seconds.toFixed(2) });
    expect(seconds).toBeLessThan(5);

    const texts = Array.from({ length: 12 }, (_, at) => `Text ${at}`);
    for (const text of texts) {
      await deliver(dovecot, to, text);
      if (text === "Text 5") await first.stop("SIGKILL");
    }
    await world.sql("UPDATE inbound_mailboxes SET reads_until = now()");
    await using _second = await startJobs(own);
    await expect.poll(async () => (await bodiesIn(id)).length, { timeout: 60_000 }).toBe(3 + texts.length);
    expect(new Set((await bodiesIn(id)).slice(3))).toEqual(new Set(texts));
    await expect.poll(async () => (await dovecot.files()).every(isSeen)).toBe(true);
  });

  test("the real Dovecot accepts the provider's tokens, which are refreshed, and the provider's next refresh token is kept", async () => {
    const accepted = new Set<string>();
    await using introspection = await startReceiver(({ body }, response) => {
      const active = accepted.has(new URLSearchParams(body).get("token") ?? "");
      const says = active ? { active: "true", username: "inbox" } : { active: "false" };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(says));
    });
    await using provider = await startProvider();
    provider.onToken = (token) => accepted.add(token);
    await using dovecot = await startDovecot({ introspection: introspection.url });
    const { to } = await newAddress();
    await using proxy = await startProxy(dovecot);
    const settings = {
      INBOUND_IMAP_URL: proxy.url.replace(/:[^:@]*@/, "@"),
      INBOUND_OAUTH: "microsoft",
      INBOUND_OAUTH_CLIENT_ID: "client",
      INBOUND_OAUTH_REFRESH_TOKEN: "refresh 0",
    };
    const { endpoints } = provider;
    {
      await using _reader = startReading(settings, { endpoints });
      await hasLooked();
      expect(await listRefreshTokens()).toEqual(["refresh 1", "refresh 0"]);
      // The access token has expired: a new one is fetched with the kept token.
      accepted.clear();
      proxy.cutAll();
      await deliver(dovecot, to, "After an hour");
      await expect.poll(countTaken).toBe(1);
      expect(provider.used).toEqual(["refresh 0", "refresh 1"]);
    }
    const [row] = await world.sql<{ sealed: Buffer }>("SELECT refresh_token AS sealed FROM inbound_mailboxes");
    expect(row?.sealed.toString("latin1")).not.toContain("refresh 2");
    await forgetLook();
    {
      // A restored backup has a token that no longer works. The setting may.
      provider.revoke("refresh 2");
      await using _reader = startReading(settings, { endpoints });
      await hasLooked();
      expect(provider.used.slice(2)).toEqual(["refresh 2", "refresh 0"]);
    }
    await forgetLook();
    {
      // Another setting wins.
      await using _reader = startReading({ ...settings, INBOUND_OAUTH_REFRESH_TOKEN: "refresh 9" }, { endpoints });
      await hasLooked();
      expect(provider.used.slice(4)).toEqual(["refresh 9"]);
    }
    provider.revokeAll();
    await using _reader = startReading({ ...settings, INBOUND_OAUTH_REFRESH_TOKEN: "refresh 8" }, { endpoints });
    await expect.poll(async () => (await inbound.find(signal)).state).toBe("failing");
    expect(await inbound.find(signal)).toMatchObject({
      says: expect.stringContaining("invalid_grant"),
      todo: expect.stringContaining("npm run mail -- login"),
    });
  });
});

/** A way to a server that ends a connection with a command. */
async function startCommandProxy(url: string, ends: (command: string) => boolean) {
  const { hostname, port } = new URL(url);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.on("data", (chunk: Buffer) => (ends(chunk.toString("latin1")) ? client.destroy() : upstream.write(chunk)));
    upstream.pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = new URL(url);
  own.port = String((server.address() as AddressInfo).port);
  return {
    url: own.href,
    [Symbol.asyncDispose]: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A provider of tokens: each refresh token is replaced by the next one. */
async function startProvider() {
  const revoked = new Set<string>();
  const used: string[] = [];
  let issued = 0;
  let isClosed = false;
  let pending = 1;
  const state = { onToken: (_token: string) => undefined as unknown, lastForm: new URLSearchParams() };
  const respond = (form: URLSearchParams) => {
    const grant = form.get("grant_type");
    if (grant?.endsWith("device_code") && pending-- > 0) return [400, { error: "authorization_pending" }] as const;
    const token = form.get("refresh_token") ?? "";
    if (grant === "refresh_token") used.push(token);
    if (isClosed || revoked.has(token)) {
      return [400, { error: "invalid_grant", error_description: "The token has expired.\r\nTrace: 1" }] as const;
    }
    issued += 1;
    const access = `access ${issued}`;
    state.onToken(access);
    return [200, { access_token: access, expires_in: 3_600, refresh_token: `refresh ${issued}` }] as const;
  };
  const receiver = await startReceiver(({ path, body }, response) => {
    state.lastForm = new URLSearchParams(body);
    const device = { device_code: "device", user_code: "ABCD", verification_uri: "https://a.example", expires_in: 60 };
    const [status, json] =
      path === "/device" ? ([200, { ...device, interval: 0.01 }] as const) : respond(state.lastForm);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
  });
  const at = (path: string) => ({ url: new URL(path, receiver.url), isNamed: true });
  const endpoints: OAuthEndpoints = {
    authorize: new URL("/authorize", receiver.url),
    device: at("/device"),
    token: at("/token"),
    scope: "mail",
  };
  return Object.assign(state, {
    endpoints,
    used,
    revoke: (token: string) => revoked.add(token),
    revokeAll: () => {
      isClosed = true;
    },
    [Symbol.asyncDispose]: () => receiver.close(),
  });
}

test("a login with a code waits until the person has entered it, and returns the refresh token", async () => {
  await using provider = await startProvider();
  const shown: string[] = [];
  const token = await loginWithCode(provider.endpoints, { id: "client" }, (page, code) => shown.push(page, code));
  expect(token).toBe("refresh 1");
  expect(shown).toEqual(["https://a.example", "ABCD"]);
  provider.revokeAll();
  const failing = loginWithCode(provider.endpoints, { id: "client" }, () => undefined);
  await expect(failing).rejects.toThrow(OAuthError);
});

test("a login with a browser comes back to this host, or its address is pasted, with the same state", async () => {
  await using provider = await startProvider();
  const client = { id: "client", secret: "secret" };
  const backTo = (page: string, state = new URL(page).searchParams.get("state") ?? "") => {
    const url = new URL(new URL(page).searchParams.get("redirect_uri") ?? "");
    url.search = new URLSearchParams({ code: "the code", state }).toString();
    return url.href;
  };
  const never = new Promise<never>(() => undefined);
  const token = await loginWithBrowser(provider.endpoints, client, async (page) => {
    expect((await fetch(backTo(page))).status).toBe(200);
    return never;
  });
  expect(token).toBe("refresh 1");
  expect(Object.fromEntries(provider.lastForm)).toMatchObject({ code: "the code", client_secret: "secret" });
  expect(await loginWithBrowser(provider.endpoints, client, async (page) => backTo(page))).toBe("refresh 2");
  const forged = loginWithBrowser(provider.endpoints, client, async (page) => backTo(page, "another"));
  await expect(forged).rejects.toThrow("isn't the address");
});

test("without a mailbox the status says how emails come, or that none do", async () => {
  provideSettings(settingsWith({}));
  expect(await inbound.find(signal)).toMatchObject({ state: "good", says: expect.stringContaining("/inbound/mail") });
  provideSettings({ DATABASE_URL: world.database.url });
  expect((await inbound.find(signal)).state).toBe("off");
});
