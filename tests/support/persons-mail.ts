import { generateKeyPairSync, randomUUID } from "node:crypto";
import type { ParsedMail } from "mailparser";
import { createTransport, type SendMailOptions } from "nodemailer";
import { type MessageJson, MessageListResponse } from "#lib/desk/messages/schema.ts";
import { ask } from "./api-client.ts";
import { newPerson } from "./factories.ts";
import { postMail, receiveAll } from "./inbound.ts";
import type { MailedOwner, MailWorld } from "./mail-world.ts";
import { startNameServer } from "./name-server.ts";

/*
 * People who reply to alerts by email: what they get, and how their providers sign what they send.
 */

type Signing = { domain?: string; skipFields?: string };

/** A provider that signs emails (DKIM), and a name server that has its key. `texts` are further records, by name. */
export async function startProvider(texts: Record<string, string> = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
  const names = await startNameServer((name) =>
    name.startsWith("s1._domainkey.") ? [record] : texts[name] === undefined ? null : [texts[name]],
  );
  const key = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
  return {
    nameServers: [names.server],
    /** Writes an email, and signs it unless `domain` is empty. */
    async write(
      { from, to, ...mail }: SendMailOptions & { from: string; to: string },
      { domain = "example.com", skipFields }: Signing = {},
    ): Promise<Buffer<ArrayBuffer>> {
      const transport = createTransport({
        streamTransport: true,
        buffer: true,
        newline: "windows",
        ...(domain !== "" && {
          dkim: { domainName: domain, keySelector: "s1", privateKey: key, ...(skipFields && { skipFields }) },
        }),
      });
      const { message } = await transport.sendMail({ from, to, subject: "Re: Hi", ...mail });
      return Buffer.from(message.toString());
    },
    [Symbol.asyncDispose]: () => names[Symbol.asyncDispose](),
  };
}

export type Provider = Awaited<ReturnType<typeof startProvider>>;

export const addressIn = (mail: ParsedMail | undefined) => mail?.replyTo?.value[0]?.address ?? "";

/** Lets the emails that replies are about be a minute old: what comes within seconds is asked about. */
export const letAlertsAge = ({ sql }: Pick<MailWorld, "sql">) =>
  sql("UPDATE reply_addresses SET created_at = now() - interval '1 minute'");

/** Lets the emails about replies be an hour old: a person gets only a few within one. */
export const letAskingAge = ({ sql }: Pick<MailWorld, "sql">) =>
  sql("UPDATE mails SET created_at = created_at - interval '1 hour' WHERE kind = 'reply_back'");

/** A conversation with a visitor's message, about which its owner was emailed, and where they reply. */
export async function newAlerted(world: MailWorld, fields: object = {}) {
  const { owner, site } = await world.newOwnerWithSite({ name: "Kiln Street", ...fields });
  const visitor = await world.openWidget(site);
  const id = await world.write(visitor, "Is it back?", { name: "Grace" });
  await world.deliverAll();
  await letAlertsAge(world);
  const alert = world.mailsTo(owner).at(-1)?.mail;
  return { owner, site, visitor, id, alert, to: addressIn(alert) };
}

export type Alerted = Awaited<ReturnType<typeof newAlerted>>;

/** Adds a person with a confirmed address to an owner's workspace. */
export async function joinTeam(
  { sql }: MailWorld,
  owner: MailedOwner,
  { role = "agent", siteIds = null }: { role?: string; siteIds?: string[] | null } = {},
): Promise<MailedOwner> {
  const { user, email, token } = await newPerson(sql);
  await sql("UPDATE users SET email_confirmed_at = now(), name = 'Bob' WHERE id = $1", [user.id]);
  await sql(
    `INSERT INTO members (workspace_id, user_id, role, site_ids, created_at)
     SELECT id, $2, $3, $4::uuid[], now() FROM workspaces WHERE owner_id = $1`,
    [owner.id, user.id, role, siteIds],
  );
  await sql("UPDATE workspaces SET shared_at = coalesce(shared_at, now()) WHERE owner_id = $1", [owner.id]);
  return { id: user.id, email, token };
}

type Sent = Partial<SendMailOptions> & { from: string; to: string; text?: string };

/** Posts a person's email as their provider signs it, reads it, and returns what became of it. */
export async function sendByMail(
  world: MailWorld,
  provider: Provider,
  {
    envelope,
    signing,
    change = (raw) => raw,
    ...mail
  }: Sent & {
    envelope?: { from?: string; to?: string };
    signing?: Signing;
    change?: (raw: string) => string;
  },
): Promise<string> {
  const raw = await provider.write(mail, signing);
  await postMail(world, Buffer.from(change(raw.toString())), { from: mail.from, to: mail.to, ...envelope });
  return (await receiveAll(world, provider)).join();
}

export async function messagesOf(world: MailWorld, { token }: { token: string }, id: string): Promise<MessageJson[]> {
  const call = { baseUrl: world.baseUrl, token };
  return (await ask(MessageListResponse, 200, "GET", `/conversations/${id}/messages`, call)).messages;
}

/** What the visitor sees. */
export async function visitorsMessages(world: MailWorld, { token }: { token: string }, id: string) {
  const call = { baseUrl: world.baseUrl, token };
  return (await ask(MessageListResponse, 200, "GET", `/public/conversations/${id}/messages`, call)).messages;
}

/** Sends the emails to people that wait, and returns the last one to a person. */
export async function mailBackTo(world: MailWorld, person: MailedOwner): Promise<ParsedMail | undefined> {
  const before = world.mailsTo(person).length;
  await world.sql("UPDATE mails SET due_at = now() WHERE status = 'pending' AND kind = 'reply_back'");
  for (const mail of await world.mails()) if (mail.kind === "reply_back") await world.deliver(mail);
  const all = world.mailsTo(person);
  return all.length > before ? all.at(-1)?.mail : undefined;
}

/** The token of the link in an email that asks about a reply. */
export const tokenIn = (mail: ParsedMail | undefined) => /\/send-reply#([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";

export const newDate = () => new Date(Date.now() - Math.floor(Math.random() * 86_400_000));
export const newText = () => `Reply ${randomUUID()}`;
