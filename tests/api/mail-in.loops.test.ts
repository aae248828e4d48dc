import { expect, test } from "@playwright/test";
import { StartConversationResponse } from "#lib/desk/conversations/schema.ts";
import { MessageListResponse, MessageResponse } from "#lib/desk/messages/schema.ts";
import { SessionResponse } from "#lib/people/owners/schema.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { WidgetSessionResponse } from "#lib/widget/widget-sessions/schema.ts";
import { ask } from "../support/api-client.ts";
import { query, type ScratchDatabase, scratchDatabase } from "../support/database.ts";
import { newEmail, PASSWORD } from "../support/factories.ts";
import { INBOUND, postMail, rawMail } from "../support/inbound.ts";
import { mailServer, type Received } from "../support/mail-server.ts";
import { startProcess } from "../support/start-process.ts";

/* Two services with real jobs, and a postman who carries each email to the other one, until nothing moves any longer. */
const LIMIT = 5;

type Side = Awaited<ReturnType<typeof startSide>>;

async function startSide(name: string) {
  const database: ScratchDatabase = await scratchDatabase();
  const server = await mailServer();
  const domain = `${name}.example`;
  const service = await startProcess(name, {
    ...INBOUND,
    DATABASE_URL: database.url,
    SMTP_URL: server.url,
    MAIL_FROM: `Inbox <inbox@${domain}>`,
    INBOUND_ADDRESS: `*@reply.${domain}`,
    MAIL_DELAY: "1",
    LIMIT_INBOUND: String(LIMIT),
    RATE_LIMITS: "on",
  });
  const { baseUrl } = service;
  const account = { email: newEmail(), password: PASSWORD };
  const { token } = await ask(SessionResponse, 201, "POST", "/auth/register", { baseUrl, body: account });
  await query(database.url, "UPDATE users SET email_confirmed_at = now()");
  const { site } = await ask(SiteResponse, 201, "POST", "/sites", { baseUrl, token, body: { name } });
  const close = async () => {
    await service.stop();
    await server.close();
    await database.drop();
  };
  return { baseUrl, database, server, domain, token, email: account.email, site, close };
}

/** A visitor with an address writes, and the owner replies. Returns the conversation. */
async function converse({ baseUrl, token, site }: Side, email: string): Promise<string> {
  const visitor = await ask(WidgetSessionResponse, 201, "POST", "/public/widget-session", {
    baseUrl,
    body: { siteKey: site.publicKey },
  });
  const { conversationId } = await ask(StartConversationResponse, 201, "POST", "/public/conversations", {
    baseUrl,
    token: visitor.token,
    body: { message: "Hello", email },
  });
  await reply({ baseUrl, token }, conversationId, "Hi there");
  return conversationId;
}

const reply = ({ baseUrl, token }: Pick<Side, "baseUrl" | "token">, id: string, message: string) =>
  ask(MessageResponse, 201, "POST", `/conversations/${id}/messages`, { baseUrl, token, body: { message } });

async function visitorsMessages({ baseUrl, token }: Side, id: string): Promise<string[]> {
  const path = `/conversations/${id}/messages`;
  const { messages } = await ask(MessageListResponse, 200, "GET", path, { baseUrl, token });
  return messages.filter(({ senderType }) => senderType === "visitor").map(({ body }) => body);
}

const replyAddressOf = ({ mail }: Received) => mail.replyTo?.value[0]?.address ?? "";

/** What waits to be sent or read now. */
async function waiting({ database }: Side): Promise<number> {
  const [row] = await query<{ count: number }>(
    database.url,
    `SELECT (SELECT count(*) FROM mails WHERE status = 'pending')::int
       + (SELECT count(*) FROM received_mails WHERE status = 'pending' AND due_at < now() + interval '1 minute')::int AS count`,
  );
  return row?.count ?? 0;
}

test("two services that email each other, and whose recipients respond automatically, fall silent", async () => {
  test.setTimeout(120_000);
  const a = await startSide("a");
  const b = await startSide("b");
  try {
    // Each one's visitor left an address that the other one reads.
    const toB = await converse(b, "grace@person.example");
    const [mailed] = await b.server.to("grace@person.example");
    if (!mailed) throw new Error("an email was sent");
    const address = replyAddressOf(mailed);
    const toA = await converse(a, address);
    const sides: [Side, Side][] = [
      [a, b],
      [b, a],
    ];
    const taken = new Map<Side, number>();
    const carry = async () => {
      let moved = 0;
      for (const [from, to] of sides) {
        for (const received of from.server.received.slice(taken.get(from) ?? 0)) {
          taken.set(from, (taken.get(from) ?? 0) + 1);
          moved += 1;
          const [recipient = ""] = received.to;
          // To the other service, as it is.
          if (recipient.endsWith(`@reply.${to.domain}`)) {
            await postMail(to, Buffer.from(received.raw), { from: received.from, to: recipient });
          }
          // And everyone is out of office.
          const back = replyAddressOf(received) || `inbox@${from.domain}`;
          const headers = { "Auto-Submitted": "auto-replied" };
          const raw = rawMail({ to: back, from: recipient, text: "I'm away", headers });
          await postMail(from, raw, { from: recipient, to: back });
        }
      }
      return moved + (await waiting(a)) + (await waiting(b));
    };
    await expect.poll(carry, { timeout: 60_000, intervals: [500] }).toBe(0);
    expect(await visitorsMessages(b, toB)).toEqual(["Hello"]);
    expect(await visitorsMessages(a, toA)).toEqual(["Hello"]);
    // An email to each of the two visitors, and nothing because of what came in.
    expect([a, b].map(({ server, email }) => server.received.filter(({ to }) => !to.includes(email)).length)).toEqual([
      1, 1,
    ]);
    const refused = await query<{ end: string }>(
      b.database.url,
      "SELECT DISTINCT status || ' ' || reason AS end FROM received_mails WHERE reason <> 'no_address'",
    );
    expect(refused).toEqual([{ end: "refused machine" }]);
  } finally {
    await a.close();
    await b.close();
  }
});

test("a program that responds to each email without saying that it's one ends by the limit of its conversation", async () => {
  test.setTimeout(120_000);
  const side = await startSide("pong");
  try {
    const email = "robot@person.example";
    const id = await converse(side, email);
    let answered = 0;
    // It responds to what it gets, and the owner, too, has a program that replies to each message.
    const pingPong = async () => {
      const mails = side.server.received.filter(({ to }) => to.includes(email));
      for (const received of mails.slice(answered)) {
        answered += 1;
        const address = replyAddressOf(received);
        await postMail(side, rawMail({ to: address, from: email, text: `Pong ${answered}` }), {
          from: email,
          to: address,
        });
      }
      const messages = await visitorsMessages(side, id);
      if (messages.length > said) {
        said = messages.length;
        await reply(side, id, `Ping ${said}`);
      }
      return messages.length;
    };
    let said = 1;
    await expect.poll(pingPong, { timeout: 60_000, intervals: [300] }).toBe(1 + LIMIT);
    const isStopped = async () => {
      await pingPong();
      const rows = await query<{ count: number }>(
        side.database.url,
        `SELECT count(*)::int AS count FROM received_mails WHERE status = 'pending' AND due_at > now() + interval '30 minutes'`,
      );
      return rows[0]?.count;
    };
    await expect.poll(isStopped, { timeout: 30_000, intervals: [500] }).toBe(1);
    expect(await visitorsMessages(side, id)).toHaveLength(1 + LIMIT);
  } finally {
    await side.close();
  }
});
