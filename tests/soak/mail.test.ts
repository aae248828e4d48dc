import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { askNothing } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { INBOUND, postMail, rawMail } from "../support/inbound.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import { type NastyMail, nastyMail } from "../support/nasty-mails.ts";
import { startJobs } from "../support/start-jobs.ts";

/*
 * 1,000 generated emails come in through signed requests while two processes read them and one of them is killed every few
 * seconds: replies to 60 visitors' emails, and between them what must not be stored. In the end, each word that a sender wrote is in
 * their thread once, and nobody without an account was emailed because of one.
 */
const VISITORS = 60;
/** Each is asked about at most three emails an hour, and there are about 14 in their names. */
const PEOPLE = 5;
const MAILS = 1_000;
const AT_ONCE = 6;
const KILL_EVERY_MS = 5_000;
/** One of so many is sent to where nothing may be stored. */
const FORGED_EVERY = 10;
const PATIENCE_MS = 150_000;

type Thread = { id: string; email: string; to: string };
type Sent = NastyMail & { thread: Thread };

/** A conversation whose visitor was emailed a reply. */
async function newThreads(world: MailWorld): Promise<{ threads: Thread[]; erased: Thread; people: Thread[] }> {
  const { owner, site } = await world.newOwnerWithSite();
  await world.sql("UPDATE users SET alert_mails = false");
  const started: { id: string; email: string; visitorId: string }[] = [];
  for (let at = 0; at <= VISITORS; at += 1) {
    const visitor = await world.openWidget(site);
    const email = `visitor${at}@visitor.example`;
    const id = await world.write(visitor, "Hello", { email });
    await world.reply(owner, id, "Hi");
    started.push({ id, email, visitorId: visitor.id });
  }
  await world.deliverAll();
  const threads = started.map(({ id, email }) => {
    const [received] = world.server.received.filter(({ to }) => to.includes(email));
    return { id, email, to: received?.mail.replyTo?.value[0]?.address ?? "" };
  });
  const [erased] = threads.splice(0, 1);
  if (!erased) throw new Error("there are threads");
  const gone = started[0]?.visitorId ?? "";
  await askNothing("DELETE", `/visitors/${gone}`, { baseUrl: world.baseUrl, token: owner.token });
  return { threads, erased, people: await newPeople(world) };
}

/** Owners who were emailed about a visitor's message, and where a reply of theirs goes. */
async function newPeople(world: MailWorld): Promise<Thread[]> {
  const people: { id: string; email: string }[] = [];
  for (let at = 0; at < PEOPLE; at += 1) {
    const { owner, site } = await world.newOwnerWithSite();
    people.push({ id: await world.write(await world.openWidget(site), "Hello"), email: owner.email });
  }
  await world.deliverAll();
  return people.map(({ id, email }) => {
    const [alert] = world.server.received.filter(({ to }) => to.includes(email));
    return { id, email, to: alert?.mail.replyTo?.value[0]?.address ?? "" };
  });
}

const GUESSED = `inbox+${"guessed".padEnd(26, "a")}@in.example`;

/** Emails that must not be stored, by what's wrong with them. */
const FORGED: ((
  thread: Thread,
  erased: Thread,
  word: string,
  person: Thread,
) => { raw: Buffer<ArrayBuffer>; to: string; from?: string })[] = [
  ({ email }, _, text) => ({ raw: rawMail({ to: GUESSED, from: email, text }), to: GUESSED }),
  (_, { to, email }, text) => ({ raw: rawMail({ to, from: email, text }), to }),
  ({ email }, _, text) => ({ raw: rawMail({ to: "inbox@in.example", from: email, text }), to: "inbox@in.example" }),
  ({ to, email }, _, text) => ({
    raw: rawMail({ to, from: email, text, headers: { "Auto-Submitted": "auto-replied" } }),
    to,
  }),
  ({ to }, _, text) => ({ raw: rawMail({ to, from: "inbox@inbox.example", text }), to }),
  ({ to, email }, _, text) => ({ raw: rawMail({ to, from: email, text }), to, from: "<>" }),
  // In a teammate's name, without a signature.
  (_, __, text, { to, email }) => ({ raw: rawMail({ to, from: email, text }), to, from: email }),
];

test("of 1,000 generated emails, each word is in its thread once, and nothing forged is stored, when what reads them is killed", async () => {
  const world = await mailWorld({ ...INBOUND, RATE_LIMITS: "off" });
  const working = {
    ...world.settings,
    DATABASE_URL: world.database.url,
    BASE_URL: world.baseUrl,
    DATA_DIR: testEnvironment.dataDir,
  };
  const { threads, erased, people } = await newThreads(world);
  const mailedBefore = world.server.received.length;
  const sent: Sent[] = [];
  const forged: string[] = [];
  const next = Array.from({ length: MAILS }, (_, seed) => seed);

  const post = async (seed: number) => {
    const thread = threads[seed % threads.length];
    if (!thread) throw new Error("there are threads");
    if (seed % FORGED_EVERY === 0) {
      const word = `forged${seed}x`;
      const turn = seed / FORGED_EVERY;
      const person = people[Math.floor(turn / FORGED.length) % people.length];
      const forge = FORGED[turn % FORGED.length];
      if (!forge || !person) throw new Error("there are people");
      const { raw, ...envelope } = forge(thread, erased, word, person);
      forged.push(word);
      return postMail(world, raw, envelope);
    }
    const mail = nastyMail(seed, { from: thread.email, to: thread.to });
    sent.push({ ...mail, thread });
    return postMail(world, Buffer.from(mail.raw), { from: thread.email, to: thread.to });
  };
  const left = async () => {
    // What waits for its next try has it now, as an operator could have it.
    await world.sql("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
    const [row] = await world.sql<{ count: number }>(
      "SELECT count(*)::int AS count FROM received_mails WHERE status = 'pending'",
    );
    return row?.count ?? 0;
  };

  const workers = [await startJobs(working), await startJobs(working)];
  const startedAt = performance.now();
  let kills = 0;
  const read = new AbortController();
  const killing = (async () => {
    while (!read.signal.aborted) {
      await pause(KILL_EVERY_MS);
      const [victim] = workers.splice(Math.floor(Math.random() * workers.length), 1);
      await victim?.stop("SIGKILL");
      kills += 1;
      workers.push(await startJobs(working));
    }
  })();
  const posting = async () => {
    for (let seed = next.shift(); seed !== undefined; seed = next.shift()) await post(seed);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, posting));
  const postedSeconds = (performance.now() - startedAt) / 1_000;
  // The last kills are in the middle of reading, too.
  await expect.poll(left, { timeout: PATIENCE_MS, intervals: [1_000] }).toBeLessThan(MAILS / 10);
  read.abort();
  await killing;
  await expect.poll(left, { timeout: PATIENCE_MS, intervals: [1_000] }).toBe(0);
  const seconds = (performance.now() - startedAt) / 1_000;
  await Promise.all(workers.map((worker) => worker.stop()));

  const texts = await textsOfThreads(world);
  const wrong = sent.flatMap((mail) => wrongWords(mail, texts));
  expect(wrong).toEqual([]);
  const [stored] = await world.sql<{ text: string }>(
    `SELECT coalesce(string_agg(m.body, ' '), '') || coalesce(string_agg(concat(mm.rest, mm.quoted, mm.signature), ' '), '') AS text
     FROM messages m LEFT JOIN message_mails mm ON mm.message_id = m.id`,
  );
  expect(forged.filter((word) => stored?.text.includes(word))).toEqual([]);
  const ends = await world.sql<{ status: string; count: number }>(
    "SELECT status, count(*)::int AS count FROM received_mails GROUP BY status ORDER BY status",
  );
  expect(ends).toEqual([
    // Those of the visitor who was erased name no one any longer.
    { status: "refused", count: forged.length },
    { status: "stored", count: sent.length },
  ]);
  // They may be asked whether it's theirs.
  const accounts = people.map(({ email }) => email);
  const mailed = world.server.received.slice(mailedBefore).flatMap(({ to }) => to);
  expect(mailed.filter((to) => !accounts.includes(to))).toEqual([]);
  await world.close();
  process.stdout.write(
    `${MAILS} mails, ${kills} kills, 0 lost, 0 doubled, 0 cut: posted in ${postedSeconds.toFixed(1)} s, read in ${seconds.toFixed(1)} s, ${(MAILS / seconds).toFixed(1)} mails/s\n`,
  );
});

type Texts = Map<string, { shown: string; all: string }>;

/** What the team sees of each conversation: above the quotes, and with what's folded. */
async function textsOfThreads(world: MailWorld): Promise<Texts> {
  const rows = await world.sql<{ id: string; shown: string; all: string }>(
    `SELECT m.conversation_id AS id, string_agg(concat_ws(E'\\n', m.body, mm.rest), E'\\n') AS shown,
       string_agg(concat_ws(E'\\n', m.body, mm.rest, mm.quoted, mm.signature), E'\\n') AS all
     FROM messages m LEFT JOIN message_mails mm ON mm.message_id = m.id GROUP BY m.conversation_id`,
  );
  return new Map(rows.map(({ id, ...text }) => [id, text]));
}

function wrongWords({ own, quoted, thread }: Sent, texts: Texts): string[] {
  const { shown = "", all = "" } = texts.get(thread.id) ?? {};
  const count = (text: string, word: string) => text.split(new RegExp(`${word}(?!\\d)`)).length - 1;
  return [
    ...own.filter((word) => count(shown, word) !== 1 || count(all, word) !== 1),
    ...quoted.filter((word) => count(all, word) !== 1),
  ];
}
