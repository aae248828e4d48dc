import { expect, test } from "@playwright/test";
import { type Allowance, countAccountMail } from "#lib/notify/mail/queries/account-mail-counts.system.ts";
import { queuePasswordReset } from "#lib/notify/mail/queries/account-mails.system.ts";
import { AppError } from "#platform/errors.ts";
import { mailboxKey } from "#platform/limits/keys.ts";
import { accountMails, tokenIn } from "../support/account-mails.ts";
import { send } from "../support/api-client.ts";
import { newEmail, PASSWORD } from "../support/factories.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import { startProcess } from "../support/start-process.ts";

/*
 * How many emails an address is sent about accounts, which a stranger may have created for it.
 */

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld({ RATE_LIMITS: "on", LIMIT_ACCOUNT_MAILS: "3" });
});
test.afterAll(() => world.close());

const NEW_PASSWORD = "a longer and better one";
const { mailsTo, subjectsTo, forget, logIn, register } = accountMails(() => world);

const DAY_MAX = 12;

const closeAccount = (token: string) =>
  world.send("DELETE", "/account", { token, body: { currentPassword: PASSWORD } });

/** Moves what was counted into the past, as if that much time had gone by. */
const letPass = (hours: number) =>
  world.sql(
    `UPDATE account_mail_counts SET queued_at = ARRAY(SELECT at - make_interval(hours => $1) FROM unnest(queued_at) AS at)`,
    [hours],
  );

/** Whether an email was counted, and not refused. */
const isCounted = (counting: Promise<void>) =>
  counting.then(
    () => true,
    (error: unknown) => !(error instanceof AppError && error.code === "rate_limited"),
  );

/** Counts as many emails as an address gets in an hour. */
async function useUp(email: string, allowance: Allowance): Promise<void> {
  while (await isCounted(countAccountMail(email, allowance)));
}

test("signing up and deleting the account repeatedly sends one address at most 3 emails an hour and 12 a day", async () => {
  const email = newEmail();
  for (let hour = 0; hour < 6; hour++) {
    for (const _ of [1, 2, 3, 4, 5]) await closeAccount(await register(email));
    await letPass(1);
  }
  const counted = await world.sql<{ times: number }>(
    "SELECT cardinality(queued_at) AS times FROM account_mail_counts WHERE recipient_hash = $1",
    [mailboxKey(email)],
  );
  expect(counted).toEqual([{ times: DAY_MAX }]);
  const token = await register(email);
  const mail = JSON.parse((await world.send("GET", "/account/mail", { token })).text).mail;
  expect(mail).toMatchObject({ confirmed: false, confirmationSent: false });
  const refused = await world.send("POST", "/account/confirmation", { token });
  expect(refused.status).toBe(429);
  expect(refused.headers.get("ratelimit-policy")).toBe(`"account-mails";q=${DAY_MAX};w=86400`);
  await letPass(24);
  expect((await world.send("POST", "/account/confirmation", { token })).status).toBe(204);
  await world.deliverAll();
  expect(subjectsTo(email)).toEqual(["Confirm your email address for Site Inbox"]);
  const now = JSON.parse((await world.send("GET", "/account/mail", { token })).text).mail;
  expect(now.confirmationSent).toBe(true);
});

test("signing up and deleting the account sends 3 emails an hour, each delivered before the account is deleted", async () => {
  const email = newEmail();
  for (const _ of [1, 2, 3, 4, 5]) {
    const token = await register(email);
    await world.deliverAll();
    await closeAccount(token);
  }
  expect(subjectsTo(email)).toHaveLength(3);
});

test("many accounts that change their email to one mailbox, with tags and dots too, send it 3 emails an hour", async () => {
  const [name = "", host = ""] = newEmail().split("@");
  const victim = `${name}@${host}`;
  const spellings = [victim, `${name}+1@${host}`, `${name}+2@${host}`, `${name.slice(0, 1)}.${name.slice(1)}@${host}`];
  const change = (token: string, email: string) =>
    world.send("PATCH", "/account", { token, body: { email, currentPassword: PASSWORD } });
  const statuses = [];
  for (const email of [...spellings, victim, `${name}+3@${host}`]) {
    const own = newEmail();
    const token = await register(own);
    const { status } = await change(token, email);
    statuses.push(status);
    if (status === 429) {
      const { user } = JSON.parse((await world.send("GET", "/account", { token })).text);
      expect(user.email, "a change that sends nothing changes nothing").toBe(own);
    }
    await world.deliverAll();
    if (status === 200) await change(token, newEmail());
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  expect(spellings.flatMap(subjectsTo)).toHaveLength(3);
  await world.deliverAll();
});

test("ten accounts that change their email to one mailbox at once, in two processes, send it 3 emails", async () => {
  await using other = await startProcess("second", {
    DATABASE_URL: world.database.url,
    JOBS: "off",
    RATE_LIMITS: "on",
    LIMIT_ACCOUNT_MAILS: "3",
    ...world.settings,
  });
  const email = newEmail();
  const accounts = await Promise.all(Array.from({ length: 10 }, () => register(newEmail())));
  const name = email.split("@")[0];
  const changes = accounts.map((token, index) =>
    send("PATCH", "/account", {
      baseUrl: index % 2 ? other.baseUrl : world.baseUrl,
      token,
      body: { email: email.replace(`${name}`, `${name}+${index}`), currentPassword: PASSWORD },
    }),
  );
  const statuses = (await Promise.all(changes)).map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, 200, 200, ...Array.from({ length: 7 }, () => 429)]);
});

test("an email waiting for one address isn't sent to the account's new address", async () => {
  const owner = await world.newOwner({ confirmed: false });
  await world.send("POST", "/account/confirmation", { token: owner.token });
  const victim = newEmail();
  const body = { email: victim, currentPassword: PASSWORD };
  expect((await world.send("PATCH", "/account", { token: owner.token, body })).status).toBe(200);
  await world.deliverAll();
  expect(subjectsTo(victim)).toHaveLength(1);
  expect(subjectsTo(owner.email)).toEqual([]);
  const skipped = await world.sql("SELECT reason FROM mails WHERE status = 'skipped' AND user_id = $1", [owner.id]);
  expect(skipped).toEqual(Array(2).fill({ reason: "The account has another email address now." }));
});

test("a password reset of an unconfirmed account counts with its other emails, and gets the same response", async () => {
  const owner = await world.newOwner({ confirmed: false });
  const statuses = [];
  for (const _ of [1, 2, 3]) statuses.push((await forget(owner.email)).status);
  expect(statuses, "as for an account that isn't there").toEqual([204, 204, 204]);
  await world.deliverAll();
  expect(subjectsTo(owner.email)).toHaveLength(3);
});

test("a stranger who used up an address's emails can't keep its owner from a password reset or a warning", async () => {
  const owner = await world.newOwner();
  await useUp(owner.email, "address");
  // After a day's worth there's one an hour: whenever a request is refused, a link of the past hour works.
  const sent = [];
  for (let hour = 0; hour < 8; hour++) {
    const asked = [];
    for (const _ of [1, 2, 3, 4]) asked.push(await isCounted(queuePasswordReset(owner.email)));
    sent.push(asked.filter(Boolean).length);
    await letPass(1);
  }
  expect(sent).toEqual([3, 3, 3, 3, 1, 1, 1, 1]);
  await world.deliverAll();
  const token = tokenIn("reset-password", mailsTo(owner.email).at(-1)?.text);
  const body = { token, newPassword: NEW_PASSWORD };
  expect((await world.send("POST", "/auth/reset-password", { body })).status).toBe(204);

  const { token: session } = await logIn(owner.email, NEW_PASSWORD);
  await world.send("PATCH", "/account", {
    token: session,
    body: { email: newEmail(), currentPassword: NEW_PASSWORD },
  });
  await world.deliverAll();
  expect(subjectsTo(owner.email).at(-1)).toBe("Your Site Inbox email address was changed");
});

test("the warning about a changed email is sent to the former address even if its other emails are used up", async () => {
  const owner = await world.newOwner();
  await useUp(owner.email, "address");
  await useUp(owner.email, "reset");
  const body = { email: newEmail(), currentPassword: PASSWORD };
  expect((await world.send("PATCH", "/account", { token: owner.token, body })).status).toBe(200);
  await world.deliverAll();
  expect(subjectsTo(owner.email)).toEqual(["Your Site Inbox email address was changed"]);
});

test("an address that has got all its warnings still gets the email that confirms it", async () => {
  const owner = await world.newOwner({ confirmed: false });
  await useUp(owner.email, "notice");
  expect((await world.send("POST", "/account/confirmation", { token: owner.token })).status).toBe(204);
  await world.deliverAll();
  expect(subjectsTo(owner.email)).toHaveLength(2);
});
