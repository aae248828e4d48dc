import { expect, test } from "@playwright/test";
import { simpleParser } from "mailparser";
import nodemailer from "nodemailer";
import { startReadingMailbox } from "#lib/notify/mail-in/read-mailbox.ts";
import { type Dovecot, requireDovecot, startDovecot } from "../../support/dovecot.ts";
import { INBOUND, rawMail, receiveAll } from "../../support/inbound.ts";
import { mailWorld } from "../../support/mail-world.ts";
import { requirePostfix, startPostfix } from "../../support/postfix.ts";
import { provideSettings } from "../../support/provide-settings.ts";

/*
 * Emails take the whole way: the service sends them to Postfix, which delivers them to Dovecot, and the service reads them there.
 */
test.beforeEach(() => requirePostfix());
test.beforeEach(() => requireDovecot());

/** A service with a mail server and a mailbox, which it reads until it's disposed of. */
async function startMailing() {
  const dovecot = await startDovecot();
  const postfix = await startPostfix(dovecot.lmtp);
  const world = await mailWorld({ ...INBOUND, SMTP_URL: postfix.url, MAIL_FROM: "Inbox <inbox@in.example>" });
  const { database, baseUrl, settings } = world;
  provideSettings({ DATABASE_URL: database.url, BASE_URL: baseUrl, ...settings, INBOUND_IMAP_URL: dovecot.url });
  const stopping = new AbortController();
  const reading = startReadingMailbox(stopping.signal);
  return {
    world,
    dovecot,
    postfix,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await reading;
      await world.close();
      await postfix[Symbol.asyncDispose]();
      await dovecot[Symbol.asyncDispose]();
    },
  };
}
type Mailing = Awaited<ReturnType<typeof startMailing>>;

/** A visitor's conversation with a reply, which was emailed to their address. */
async function emailedReply({ world }: Mailing, domain: string) {
  const { owner, site } = await world.newOwnerWithSite();
  await world.sql("UPDATE users SET alert_mails = false WHERE id = $1", [owner.id]);
  const visitor = await world.openWidget(site);
  const email = `grace-${visitor.id}@${domain}`;
  const id = await world.write(visitor, "Is it back?", { email });
  await world.reply(owner, id, "Yes.");
  expect(await world.deliverAll()).toEqual(["done"]);
  return { id, email, visitorId: visitor.id };
}

/** The email that came to an address. */
async function mailTo(dovecot: Dovecot, address: string) {
  await expect.poll(async () => (await dovecot.newMails(address)).length).toBe(1);
  const [raw] = await dovecot.newMails(address);
  return simpleParser(raw ?? "");
}

const sendBy = ({ url }: { url: string }, from: string, to: string, raw: Buffer) =>
  nodemailer.createTransport(url).sendMail({ envelope: { from, to }, raw });

const bodiesIn = async ({ world }: Mailing, id: string) =>
  (await world.sql<{ body: string }>("SELECT body FROM messages WHERE conversation_id = $1 ORDER BY seq", [id])).map(
    ({ body }) => body,
  );

test("the real Postfix delivers a reply to the visitor, and theirs by email is in the thread", async () => {
  await using mailing = await startMailing();
  const { world, dovecot, postfix } = mailing;
  const { id, email } = await emailedReply(mailing, "in.example");
  const mail = await mailTo(dovecot, email);
  expect(mail.text).toContain("Yes.");
  const to = mail.replyTo?.value[0]?.address ?? "";
  await sendBy(
    postfix,
    email,
    to,
    rawMail({ to, from: email, text: "Great!", headers: { "In-Reply-To": mail.messageId ?? "" } }),
  );
  await expect.poll(() => receiveAll(world)).toEqual(["stored"]);
  expect(await bodiesIn(mailing, id)).toEqual(["Is it back?", "Yes.", "Great!"]);
});

test("the real Postfix delivers what's sent to an address with a plus to one mailbox, and only ours is taken", async () => {
  await using mailing = await startMailing();
  const { world, dovecot, postfix } = mailing;
  const { id, email } = await emailedReply(mailing, "in.example");
  const to = (await mailTo(dovecot, email)).replyTo?.value[0]?.address ?? "";
  expect(to).toMatch(/^inbox\+[a-z0-9]+@in\.example$/);
  for (const other of ["inbox@in.example", `inbox+${"a".repeat(26)}@in.example`])
    await sendBy(postfix, email, other, rawMail({ to: other, from: email, text: "For others." }));
  await sendBy(postfix, email, to, rawMail({ to, from: email, text: "For you." }));
  await expect.poll(() => receiveAll(world)).toEqual(["stored"]);
  expect(await bodiesIn(mailing, id)).toEqual(["Is it back?", "Yes.", "For you."]);
  expect(await dovecot.files()).toHaveLength(3);
});

test("the real Postfix sends back a reply to an address that doesn't exist, and the address is marked", async () => {
  await using mailing = await startMailing();
  const { email, visitorId } = await emailedReply(mailing, "nowhere.example");
  await expect.poll(() => receiveAll(mailing.world), { timeout: 20_000 }).toHaveLength(1);
  const marked = await mailing.world.sql("SELECT bounced_email AS email, bounce FROM visitors WHERE id = $1", [
    visitorId,
  ]);
  expect(marked).toEqual([{ email, bounce: "5.1.2 There is no such domain" }]);
});
