import { EventEmitter, once } from "node:events";
import type { ServerResponse } from "node:http";
import { type Received, startReceiver } from "./webhook-receiver.ts";

export const BOT_TOKEN = "123456789:test-token-of-35-letters-or-so-0000";

/** What a bot sent to a chat, or a reaction it set. */
type Sent = {
  method: string;
  chat_id: number;
  text?: string;
  message_id: number;
  reaction?: { emoji: string }[];
  reply_parameters?: { message_id: number };
};

type Failure = { error_code: number; description: string; parameters?: { retry_after: number } };
type Person = { id: number; username?: string };
type Waiting = { offset: number; response: ServerResponse; timer: NodeJS.Timeout };

/** A Bot API server for one bot: it keeps updates until they're confirmed, and gives them to one poller at a time. */
export async function startBotApi(onSent: (one: Sent) => void = () => undefined) {
  const news = new EventEmitter();
  news.on("sent", onSent);
  const sent: Sent[] = [];
  const polls: string[] = [];
  const failures = new Map<string, { failure: Failure; times: number }>();
  let updates: { update_id: number }[] = [];
  let last: object = {};
  let updateId = 100;
  let messageId = 1_000;
  let waiting: Waiting | undefined;
  const calls: string[] = [];
  let hanging: string | undefined;
  let conflicts = 0;

  const end = (response: ServerResponse, result: unknown) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ok: true, result }));
  const fail = (response: ServerResponse, failure: Failure) =>
    response
      .writeHead(failure.error_code, { "content-type": "application/json" })
      .end(JSON.stringify({ ok: false, ...failure }));

  const deliver = () => {
    if (!waiting) return;
    const { offset, response, timer } = waiting;
    const due = updates.filter(({ update_id }) => update_id >= offset);
    if (due.length === 0) return;
    clearTimeout(timer);
    waiting = undefined;
    end(response, due);
  };

  const poll = (body: { offset?: number; timeout?: number }, response: ServerResponse) => {
    const { offset = 0, timeout = 0 } = body;
    if (waiting) {
      conflicts += 1;
      clearTimeout(waiting.timer);
      fail(waiting.response, { error_code: 409, description: "Conflict: terminated by other getUpdates request" });
    }
    updates = updates.filter(({ update_id }) => update_id >= offset);
    const timer = setTimeout(() => {
      waiting = undefined;
      end(response, []);
    }, timeout * 1_000).unref();
    const one = { offset, response, timer };
    waiting = one;
    response.on("close", () => {
      clearTimeout(timer);
      if (waiting === one) waiting = undefined;
    });
    deliver();
  };

  const receiver = await startReceiver((received: Received, response) => {
    const [, bot = "", method = ""] = received.path.split("/");
    const body = JSON.parse(received.body || "{}");
    if (bot !== `bot${BOT_TOKEN}`) return void fail(response, { error_code: 401, description: "Unauthorized" });
    if (method === "getUpdates") polls.push(received.body);
    calls.push(method);
    news.emit("call");
    if (method === hanging) return;
    const planned = failures.get(method);
    if (planned && planned.times > 0) {
      planned.times -= 1;
      return void fail(response, planned.failure);
    }
    if (method === "getMe")
      return void end(response, { id: 123456789, is_bot: true, first_name: "Kiln", username: "kiln_street_bot" });
    if (method === "getUpdates") return poll(body, response);
    if (method === "sendMessage") {
      messageId += 1;
      sent.push({ method, ...body, message_id: messageId });
      end(response, { message_id: messageId, date: 0, chat: { id: body.chat_id, type: "private" }, text: body.text });
    } else {
      sent.push({ method, ...body });
      end(response, true);
    }
    news.emit("sent", sent.at(-1));
  });

  const push = (update: object) => {
    last = update;
    updateId += 1;
    updates.push({ update_id: updateId, ...update });
    deliver();
  };

  const messageOf = (person: Person, id: number, fields: object) => ({
    message_id: id,
    date: 0,
    from: { id: person.id, is_bot: false, first_name: "Ada", ...(person.username && { username: person.username }) },
    chat: { id: person.id, type: "private", first_name: "Ada" },
    ...fields,
  });

  const textsTo = (chatId: number) =>
    sent.filter((one) => one.chat_id === chatId && one.text !== undefined) as (Sent & { text: string })[];

  const untilText = async (chatId: number, count: number, isResponse: boolean): Promise<Sent & { text: string }> => {
    for (;;) {
      const texts = textsTo(chatId).filter((one) => (one.reply_parameters !== undefined) === isResponse);
      const last = texts[count - 1];
      if (last) return last;
      await once(news, "sent");
    }
  };

  return {
    url: receiver.url,
    receiver,
    sent,
    polls,
    /** Sends what a person writes to the bot; returns the id of their message. */
    write(person: Person, text: string | undefined, { replyTo, ...more }: { replyTo?: number } & object = {}) {
      messageId += 1;
      const reply = replyTo !== undefined && { reply_to_message: messageOf(person, replyTo, {}) };
      push({ message: messageOf(person, messageId, { ...(text !== undefined && { text }), ...reply, ...more }) });
      return messageId;
    },
    push,
    messageOf,
    /** Delivers the last update again, as for a poller that hadn't recorded it. */
    repeatLast: () => push(last),
    /** Lets a method fail the next few times. */
    fail(method: string, failure: Failure, times = 1) {
      failures.set(method, { failure, times });
    },
    /** Keeps the calls of a method waiting, or of none. */
    hang(method: string | undefined) {
      hanging = method;
    },
    /** Ends the poll that waits for updates, without any. */
    endPoll() {
      if (!waiting) return;
      clearTimeout(waiting.timer);
      end(waiting.response, []);
      waiting = undefined;
    },
    /** How many polls were ended by another one. */
    conflicts: () => conflicts,
    /** Waits until a method is called. */
    async called(method: string): Promise<void> {
      const before = calls.length;
      while (!calls.slice(before).includes(method)) await once(news, "call");
    },
    /** Waits until something like this was sent. */
    async sends(isRight: (one: Sent) => boolean): Promise<Sent> {
      for (;;) {
        const found = sent.find(isRight);
        if (found) return found;
        await once(news, "sent");
      }
    },
    /** Waits until a chat got so many responses to its own messages; returns the last. */
    says: (chatId: number, count: number) => untilText(chatId, count, true),
    /** Waits until a chat got so many alerts; returns the last. */
    alerts: (chatId: number, count: number) => untilText(chatId, count, false),
    /** Waits until a poll is held, which confirms all updates before it. */
    async held(): Promise<void> {
      while (!waiting) await once(news, "call");
    },
    /** Waits until the bot was polled so many times. */
    async polled(count: number): Promise<void> {
      while (polls.length < count) await once(news, "call");
    },
    [Symbol.asyncDispose]: receiver[Symbol.asyncDispose],
  };
}
