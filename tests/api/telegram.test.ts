import { expect, test } from "@playwright/test";
import { MessageListResponse } from "#lib/desk/messages/schema.ts";
import { TelegramCodeResponse } from "#lib/notify/telegram/schema.ts";
import { ChannelListResponse } from "#lib/outbox/channels/schema.ts";
import { ask, askNothing } from "../support/api-client.ts";
import { BOT_TOKEN, startBotApi } from "../support/bot-api.ts";
import { newPerson as createPerson } from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { type MailedOwner, mailWorld } from "../support/mail-world.ts";
import { startJobs } from "../support/start-jobs.ts";
import { replaceOwner } from "../support/team.ts";

/*
 * A service without jobs, a jobs process beside it, and a Bot API server on loopback. Each test has people and chats of its
 * own.
 */

type BotApi = Awaited<ReturnType<typeof startBotApi>>;
type World = Awaited<ReturnType<typeof mailWorld>>;

let bot: BotApi;
let world: World;
let jobs: Awaited<ReturnType<typeof startJobs>>;
let withoutJobs: { status: number; calls: number };

const settingsOf = () => ({ ...world.settings, DATABASE_URL: world.database.url, BASE_URL: world.baseUrl });

test.beforeAll(async () => {
  bot = await startBotApi();
  world = await mailWorld({ TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_URL: bot.url });
  const { owner } = await world.newOwnerWithSite();
  const { status } = await world.send("POST", "/account/telegram/code", { token: owner.token });
  withoutJobs = { status, calls: bot.receiver.received.length };
  jobs = await startJobs(settingsOf());
  await bot.polled(1);
});

test.afterAll(async () => {
  await jobs.stop();
  await world.close();
  await bot[Symbol.asyncDispose]();
});

let people = 7_000;
const newPerson = () => {
  people += 1;
  return { id: people, username: `ada_${people}` };
};
type Person = ReturnType<typeof newPerson>;

const newCode = ({ token }: MailedOwner) =>
  ask(TelegramCodeResponse, 201, "POST", "/account/telegram/code", { baseUrl: world.baseUrl, token });

/** An owner with a connected chat and a visitor's conversation, and the message in the chat that's about it. */
async function newChat() {
  const { owner, site } = await world.newOwnerWithSite();
  const person = newPerson();
  await connect(owner, person);
  const visitor = await world.openWidget(site);
  const conversationId = await world.write(visitor, "Is it ready?");
  return { owner, site, person, visitor, conversationId, alert: await addAlert(person, conversationId) };
}

async function connect(owner: MailedOwner, person: Person) {
  const { code } = await newCode(owner);
  bot.write(person, `/start ${code}`);
  await bot.says(person.id, 1);
}

let alerts = 50_000;
/** What an alert leaves behind in a person's chat: its message, about the conversation's messages up to a `seq`. */
async function addAlert({ username }: Person, conversationId: string, alertSeq = 1): Promise<number> {
  alerts += 1;
  await world.sql(
    `INSERT INTO telegram_messages (channel_id, message_id, conversation_id, alert_seq, created_at)
     SELECT id, $2, $3, $4, now() FROM channels WHERE name = $1`,
    [`@${username}`, alerts, conversationId, alertSeq],
  );
  return alerts;
}

const isKnown = async ({ username }: Person, messageId: number) => {
  const rows = await world.sql(
    "SELECT FROM telegram_messages m JOIN channels ch ON ch.id = m.channel_id WHERE ch.name = $1 AND m.message_id = $2",
    [`@${username}`, messageId],
  );
  return rows.length > 0;
};

const textsIn = async ({ token }: MailedOwner, conversationId: string) => {
  const path = `/conversations/${conversationId}/messages`;
  const { messages } = await ask(MessageListResponse, 200, "GET", path, { baseUrl: world.baseUrl, token });
  return messages.map(({ body }) => body);
};

const reacts = (messageId: number, emoji: string) =>
  bot.sends(
    (one) => one.method === "setMessageReaction" && one.message_id === messageId && one.reaction?.[0]?.emoji === emoji,
  );

const channelOf = async ({ username }: Person) => {
  const [row] = await world.sql<{ userId: string; workspaceId: string; stopReason: string | null }>(
    `SELECT user_id AS "userId", workspace_id AS "workspaceId", stop_reason AS "stopReason" FROM channels WHERE name = $1`,
    [`@${username}`],
  );
  return row;
};

test("a service with JOBS=off never calls the Bot API, and creates no codes before a process with jobs found the bot", () => {
  expect(withoutJobs).toEqual({ status: 403, calls: 0 });
});

const workspaceOf = async ({ id }: MailedOwner) => {
  const [row] = await world.sql<{ id: string }>("SELECT id FROM workspaces WHERE owner_id = $1", [id]);
  return row?.id;
};

test("a code connects one chat once for its person and workspace, within ten minutes, and only its latest one works", async () => {
  const { owner } = await world.newOwnerWithSite();
  const [first, second] = [newPerson(), newPerson()];
  const earlier = await newCode(owner);
  const { code, url, expiresAt } = await newCode(owner);
  expect(url).toBe(`https://t.me/kiln_street_bot?start=${code}`);
  expect(new Date(expiresAt).getTime() - Date.now()).toBeGreaterThan(9 * 60_000);

  bot.write(first, earlier.code);
  expect((await bot.says(first.id, 1)).text).toMatch(/^This code has expired or was used before/);
  // As a person types it.
  bot.write(first, `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase());
  expect((await bot.says(first.id, 2)).text).toContain(`Connected to Site Inbox as ${owner.email}`);
  const workspaceId = await workspaceOf(owner);
  expect(await channelOf(first)).toEqual({ userId: owner.id, workspaceId, stopReason: null });
  bot.write(second, `/start ${code}`);
  expect((await bot.says(second.id, 1)).text).toMatch(/^This code has expired or was used before/);

  const { code: late } = await newCode(owner);
  await world.sql("UPDATE telegram_codes SET expires_at = now() WHERE user_id = $1", [owner.id]);
  bot.write(second, late);
  await bot.says(second.id, 2);
  const { code: lost } = await newCode(owner);
  const { owner: other } = await world.newOwnerWithSite();
  await world.sql("UPDATE telegram_codes SET workspace_id = $1 WHERE user_id = $2", [
    await workspaceOf(other),
    owner.id,
  ]);
  bot.write(second, lost);
  expect((await bot.says(second.id, 3)).text, "without access to the workspace").toMatch(/^This code has expired/);
  bot.write(second, "Hello?");
  expect((await bot.says(second.id, 4)).text).toMatch(/^This chat isn’t connected/);
  expect(await channelOf(second)).toBeUndefined();
});

test("a visitor's message arrives in the chat, a reply to it reaches the visitor once, and is marked when stored and when seen", async () => {
  // The bot is made to wait three times.
  test.slow();
  const { owner, site } = await world.newOwnerWithSite({ name: "Kiln Street" });
  const person = newPerson();
  await connect(owner, person);
  const visitor = await world.openWidget(site);
  bot.fail("sendMessage", { error_code: 429, description: "Too Many Requests", parameters: { retry_after: 1 } });
  const conversationId = await world.write(visitor, "Is it ready?", { name: "Grace" });
  const alert = await bot.alerts(person.id, 1);
  // The chat shows an alert before it's stored what a reply to it is about.
  await expect.poll(() => isKnown(person, alert.message_id)).toBe(true);
  const inboxUrl = `${world.baseUrl}/w/${await workspaceOf(owner)}/inbox`;
  expect(alert.text).toBe(`Grace on Kiln Street\n\nIs it ready?\n\n${inboxUrl}/${conversationId}`);

  const written = bot.write(person, "On Friday.", { replyTo: alert.message_id });
  await reacts(written, "👌");
  expect(await textsIn(owner, conversationId)).toEqual(["Is it ready?", "On Friday."]);
  bot.repeatLast();
  // Updates are handled in order, so the repeated one was before this.
  const further = bot.write(person, "In the morning.", { replyTo: written });
  await reacts(further, "👌");
  expect(await textsIn(owner, conversationId)).toEqual(["Is it ready?", "On Friday.", "In the morning."]);

  expect(bot.sent.some(({ reaction }) => reaction?.[0]?.emoji === "👀")).toBe(false);
  // Replies that were seen in a chat that's no longer connected keep no one from learning about others.
  const left = newPerson();
  await connect(owner, left);
  await world.sql(
    `INSERT INTO telegram_messages (channel_id, message_id, conversation_id, seq, marked, created_at)
     SELECT id, n, $2, 1, 'stored', now() - interval '1 day' FROM channels, generate_series(1, 60) n WHERE name = $1`,
    [`@${left.username}`, conversationId],
  );
  await world.sql("UPDATE channels SET stopped_at = now() WHERE name = $1", [`@${left.username}`]);
  bot.fail("setMessageReaction", { error_code: 502, description: "Bad Gateway" });
  const read = { baseUrl: world.baseUrl, token: visitor.token, body: { seq: 2 } };
  await askNothing("POST", `/public/conversations/${conversationId}/read`, read);
  await reacts(written, "👀");
  expect(bot.sent.some((one) => one.message_id === further && one.reaction?.[0]?.emoji === "👀")).toBe(false);

  bot.push({ edited_message: bot.messageOf(person, written, { text: "On Monday.", edit_date: 1 }) });
  const reaction = await bot.says(person.id, 2);
  expect(reaction).toMatchObject({
    text: expect.stringMatching(/^Edits don’t reach/),
    reply_parameters: { message_id: written },
  });
  expect(await textsIn(owner, conversationId)).toHaveLength(3);
  const [notification] = await world.sql(
    `SELECT status, attempts, reference FROM notifications WHERE conversation_id = $1 AND channel = 'telegram'`,
    [conversationId],
  );
  expect(notification).toEqual({ status: "accepted", attempts: 2, reference: String(alert.message_id) });
});

test("a reply that can't be sent isn't, and the person learns why", async () => {
  const { owner, site, person, visitor, conversationId, alert } = await newChat();
  const patch = (id: string, body: object) => world.send("PATCH", `/conversations/${id}`, { token: owner.token, body });
  let said = 1;
  const hears = async (text: string | undefined, replyTo?: number) => {
    const id = bot.write(person, text, replyTo === undefined ? {} : { replyTo });
    said += 1;
    const reply = await bot.says(person.id, said);
    expect(reply.reply_parameters?.message_id).toBe(id);
    return reply.text;
  };
  expect(await hears("Hello")).toBe("Reply to an alert, so that I know which visitor it’s for.");
  expect(await hears("Hello", 49_000)).toMatch(/^Not sent: I can’t tell which conversation/);
  expect(await hears(undefined, alert)).toBe("Not sent: only text reaches the visitor.");
  expect(await hears("a".repeat(4_001), alert)).toMatch(/^Not sent: too long/);

  await patch(conversationId, { visitorBlocked: true });
  expect(await hears("Hello", alert)).toBe("Not sent: this visitor is blocked.");
  await patch(conversationId, { visitorBlocked: false, status: "closed" });

  const newer = await world.write(visitor, "Another question");
  expect(newer).not.toBe(conversationId);
  expect(await hears("Hello", alert)).toBe(
    `Not sent: the conversation is closed, and the visitor has a newer one: ${world.baseUrl}/w/${await workspaceOf(owner)}/inbox/${newer}`,
  );
  await patch(newer, { status: "closed" });
  expect(await textsIn(owner, conversationId)).toEqual(["Is it ready?"]);
  await reacts(bot.write(person, "It’s ready.", { replyTo: alert }), "👌");
  expect(await textsIn(owner, conversationId)).toEqual(["Is it ready?", "It’s ready."]);
  const log = await world.sql("SELECT action FROM activity WHERE conversation_id = $1 AND via = 'telegram'", [
    conversationId,
  ]);
  expect(log).toEqual([{ action: "conversation.reopened" }]);

  await askNothing("DELETE", `/conversations/${conversationId}`, { baseUrl: world.baseUrl, token: owner.token });
  expect(await hears("Hello", alert)).toMatch(/^Not sent: I can’t tell which conversation/);
  const foreign = await newChat();
  expect(await hears("Hello", foreign.alert)).toMatch(/^Not sent: I can’t tell which conversation/);
  expect(await textsIn(foreign.owner, foreign.conversationId)).toEqual(["Is it ready?"]);
  expect(site.id).not.toBe(foreign.site.id);

  const [other] = await insertRows(world.sql, "users", [{ email: `${person.username}@example.com` }]);
  await replaceOwner(world.sql, owner.id, String(other?.id));
  expect(await hears("Hello", await addAlert(person, newer))).toBe("Not sent: you no longer have access.");
});

test("two workspaces share the bot, also in one chat, and each reply goes to its alert's conversation", async () => {
  const [one, other] = [await newChat(), await world.newOwnerWithSite()];
  const { code } = await newCode(other.owner);
  bot.write(one.person, code);
  await bot.says(one.person.id, 2);
  const conversationId = await world.write(await world.openWidget(other.site), "Are you open?");
  await world.sql(
    `INSERT INTO telegram_messages (channel_id, message_id, conversation_id, created_at)
     SELECT id, 60000, $2, now() FROM channels WHERE user_id = $1`,
    [other.owner.id, conversationId],
  );
  await reacts(bot.write(one.person, "Yes, until six.", { replyTo: 60_000 }), "👌");
  await reacts(bot.write(one.person, "On Friday.", { replyTo: one.alert }), "👌");
  expect(await textsIn(other.owner, conversationId)).toEqual(["Are you open?", "Yes, until six."]);
  expect(await textsIn(one.owner, one.conversationId)).toEqual(["Is it ready?", "On Friday."]);
});

test("either side disconnects a chat: by /stop, by blocking the bot, or in Site Inbox", async () => {
  const [stopped, kicked, removed] = [await newChat(), await newChat(), await newChat()];
  bot.write(stopped.person, "/stop");
  expect((await bot.says(stopped.person.id, 2)).text).toMatch(/^Disconnected/);
  const chat = { id: kicked.person.id, type: "private" };
  bot.push({ my_chat_member: { chat, from: chat, date: 0, new_chat_member: { status: "kicked", user: {} } } });
  bot.write(kicked.person, "Hello", { replyTo: kicked.alert });
  expect((await bot.says(kicked.person.id, 2)).text).toMatch(/^This chat isn’t connected/);
  for (const { person, owner, conversationId } of [stopped, kicked]) {
    expect(await channelOf(person)).toMatchObject({ userId: owner.id, stopReason: "unlinked" });
    expect(await textsIn(owner, conversationId)).toEqual(["Is it ready?"]);
  }
  const call = { baseUrl: world.baseUrl, token: removed.owner.token };
  const { channels } = await ask(ChannelListResponse, 200, "GET", "/account/channels", call);
  await askNothing("DELETE", `/account/channels/${channels[0]?.id}`, call);
  bot.write(removed.person, "Hello", { replyTo: removed.alert });
  expect((await bot.says(removed.person.id, 2)).text).toMatch(/^This chat isn’t connected/);
  expect(await textsIn(removed.owner, removed.conversationId)).toEqual(["Is it ready?"]);

  const { code } = await newCode(stopped.owner);
  bot.write(stopped.person, code);
  await bot.says(stopped.person.id, 3);
  expect(await channelOf(stopped.person)).toMatchObject({ stopReason: null });
  await reacts(bot.write(stopped.person, "Hello", { replyTo: stopped.alert }), "👌");
});

test("another bot, whose messages have numbers of their own, knows nothing of the last one's, so no reply reaches another visitor", async () => {
  const { owner, person, conversationId, alert } = await newChat();
  await bot.held();
  await world.sql("UPDATE telegram_bots SET token_hash = '\\x00'");
  bot.endPoll();
  bot.write(person, "Yes, it is.", { replyTo: alert });
  expect((await bot.says(person.id, 2)).text).toMatch(/^Not sent: I can’t tell which conversation/);
  expect(await textsIn(owner, conversationId)).toEqual(["Is it ready?"]);
});

test("in a group, the bot asks for a private chat and connects nothing", async () => {
  const { owner } = await world.newOwnerWithSite();
  const { code } = await newCode(owner);
  const person = newPerson();
  const group = { id: -100_200, type: "supergroup", title: "Everyone" };
  bot.push({ message: { ...bot.messageOf(person, 70_000, { text: `/start ${code}` }), chat: group } });
  expect((await bot.says(group.id, 1)).text).toBe("Connect me in a private chat.");
  expect(await channelOf(person)).toBeUndefined();
});

test("a reply is stored once if the poller is killed before it has confirmed it, and another process goes on", async () => {
  const { owner, person, conversationId, alert } = await newChat();
  bot.hang("setMessageReaction");
  const written = bot.write(person, "On Friday.", { replyTo: alert });
  await bot.called("setMessageReaction");
  await jobs.stop("SIGKILL");
  bot.hang(undefined);
  const before = bot.polls.length;
  jobs = await startJobs(settingsOf());
  await using second = await startJobs(settingsOf());
  expect(second.pid).not.toBe(jobs.pid);
  expect(bot.polls.length).toBe(before);
  // The killed process's lease lasts for up to 40 seconds.
  await world.sql("UPDATE telegram_bots SET polls_until = now()");
  await reacts(written, "👌");
  expect(await textsIn(owner, conversationId)).toEqual(["Is it ready?", "On Friday."]);
  // The Bot API ends a poll if there's another one, so one of the two would have failed.
  expect(await world.sql("SELECT problem FROM telegram_bots")).toEqual([{ problem: null }]);
  expect(bot.conflicts()).toBe(0);
});

test("a second installation's conflict, a wrong token and an outage are shown, and polling pauses for all processes", async () => {
  const { owner } = await world.newOwnerWithSite();
  const shown = async () => {
    const call = { baseUrl: world.baseUrl, token: owner.token };
    return (await ask(ChannelListResponse, 200, "GET", "/account/channels", call)).telegram;
  };
  const works = { available: true, username: "kiln_street_bot" };
  const state = async () => {
    const [row] = await world.sql<{ problem: string | null; seconds: number }>(
      "SELECT problem, extract(epoch FROM polls_until - now())::int AS seconds FROM telegram_bots",
    );
    return row;
  };
  for (const [error_code, problem, pause] of [
    [409, "conflict", 300],
    [401, "unauthorized", 600],
    [502, "unreachable", 10],
  ] as const) {
    const before = bot.polls.length;
    bot.fail("getUpdates", { error_code, description: "No" });
    bot.endPoll();
    await expect.poll(async () => (await state())?.problem).toBe(problem);
    expect(await shown()).toEqual({ ...works, problem });
    expect(Math.abs(((await state())?.seconds ?? 0) - pause)).toBeLessThan(5);
    expect(bot.polls.length).toBe(before + 1);
    await world.sql("UPDATE telegram_bots SET polls_until = now()");
    await bot.polled(before + 2);
  }
  bot.endPoll();
  await expect.poll(shown).toEqual(works);
});

/** Another member of an owner's workspace. */
async function newColleague(owner: MailedOwner): Promise<MailedOwner> {
  const { user, email, token } = await createPerson(world.sql);
  const workspaceId = await workspaceOf(owner);
  await world.sql(
    "INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'agent', now() - interval '1 minute')",
    [workspaceId, user.id],
  );
  await world.sql("UPDATE workspaces SET shared_at = now() WHERE id = $1", [workspaceId]);
  return { id: user.id, email, token };
}

test("a reply to an alert is held if a teammate has replied since, and its button sends it once", async () => {
  const { owner, person, conversationId, alert } = await newChat();
  const colleague = await newColleague(owner);
  await world.reply(colleague, conversationId, "I got it.");
  const messageId = bot.write(person, "On its way.", { replyTo: alert });
  const said = await bot.says(person.id, 2);
  expect(said).toMatchObject({
    text: `Not sent: ${colleague.email} replied first: “I got it.”`,
    reply_markup: { inline_keyboard: [[{ text: "Send anyway", callback_data: "send" }]] },
  });
  expect(await textsIn(owner, conversationId)).toEqual(["Is it ready?", "I got it."]);

  const press = (id: string, message: object) =>
    bot.push({
      callback_query: {
        id,
        from: { id: person.id, is_bot: false, first_name: "Ada" },
        chat_instance: "1",
        data: "send",
        message,
      },
    });
  const response = (id: string) => bot.sends((one) => Reflect.get(one, "callback_query_id") === id);
  const reply_to_message = bot.messageOf(person, messageId, { text: "On its way." });
  const below = { ...bot.messageOf(person, said.message_id, { text: said.text }), reply_to_message };
  press("first", below);
  press("again", below);
  expect([await response("first"), await response("again")]).toMatchObject([{ text: "Sent." }, { text: "Sent." }]);
  await reacts(messageId, "👌");
  expect(await textsIn(owner, conversationId)).toEqual(["Is it ready?", "I got it.", "On its way."]);
  press("too old", { chat: below.chat, message_id: said.message_id, date: 0 });
  expect(await response("too old")).toMatchObject({ text: "Reply to this message to send it." });
  await reacts(bot.write(person, "And a discount.", { replyTo: said.message_id }), "👌");
  expect(await textsIn(owner, conversationId)).toHaveLength(4);
});
