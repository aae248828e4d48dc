import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { anyLetter } from "../support/any-letter.ts";
import { type ApiResponse, readProblem, send } from "../support/api-client.ts";
import { atScale } from "../support/at-scale.ts";
import {
  allMessages,
  inbox,
  newOwnerWithSite,
  openWidget,
  ownConversations,
  readPositions,
} from "../support/factories.ts";

type From = "visitor" | "owner";
type Conversation = { id: string; open: boolean; messages: { from: From; text: string }[]; read: Record<From, number> };
/** A message as it was sent, to be sent again. */
type Sent = { from: From; path: string; text: string; key: string; to: Conversation; seq: number };

const COMMANDS = ["start", "send", "reply", "again", "close", "reopen", "read", "unread", "delete"] as const;
type Command = (typeof COMMANDS)[number];
type Action = { do: Command; by: From; which: number; upTo: number };

const action: fc.Arbitrary<Action> = fc.record({
  do: fc.constantFrom(...COMMANDS),
  by: fc.constantFrom("visitor", "owner"),
  which: fc.nat(6),
  upTo: fc.nat(6),
});

const seqsFrom = ({ messages }: Conversation, from: From) =>
  messages.flatMap((message, at) => (message.from === from ? [at + 1] : []));

/** What the contract says of one visitor's conversations, in so few lines that one can see it is right. */
class Model {
  all: Conversation[] = [];
  /** The newest message's conversation first. */
  order: Conversation[] = [];
  readonly sent: Sent[] = [];

  get open(): Conversation | undefined {
    return this.all.find((one) => one.open);
  }

  /** A conversation in the way of another one that is to be opened (contract sections 5 and 6). */
  inTheWay(of: Conversation): Conversation | undefined {
    return this.open && this.open !== of ? this.open : undefined;
  }

  pick<T>(from: T[], which: number): T | undefined {
    return from[which % Math.max(1, from.length)];
  }

  add(id: string): Conversation {
    const made = { id, open: true, messages: [], read: { visitor: 0, owner: 0 } };
    this.all.push(made);
    return made;
  }

  write(to: Conversation, from: From, text: string): number {
    to.read[from] = to.messages.push({ from, text });
    to.open = true;
    this.order = [to, ...this.order.filter((one) => one !== to)];
    return to.messages.length;
  }

  remove(gone: Conversation): void {
    this.all = this.all.filter((one) => one !== gone);
    this.order = this.order.filter((one) => one !== gone);
  }
}

test("any sequence of visitor and owner actions ends as the contract says", { tag: "@soak" }, async () => {
  test.setTimeout(120_000);
  const { owner, site } = await newOwnerWithSite();

  const run = async (actions: Action[]) => {
    const visitor = await openWidget(site);
    const model = new Model();
    const tokens = { visitor: visitor.token, owner: owner.token };
    const ask = (by: From, method: string, path: string, body: object, headers = {}) =>
      send(method, by === "visitor" ? `/public${path}` : path, { token: tokens[by], body, headers });
    const post = ({ from, path, text, key }: Pick<Sent, "from" | "path" | "text" | "key">) =>
      ask(from, "POST", path, { message: text }, { "Idempotency-Key": key });
    const expectConflict = (response: ApiResponse, other: Conversation) =>
      expect(readProblem(response, "open_conversation_exists").conversationId).toBe(other.id);

    // A key that was sent in vain is as good as new: the next message takes it.
    let keysUsed = 0;
    const newKey = () => `${visitor.visitorId}-${keysUsed}`;
    const write = async (from: From, path: string, text: string, target?: Conversation, key = newKey()) => {
      const response = await post({ from, path, text, key });
      const other = target && model.inTheWay(target);
      if (other) return expectConflict(response, other);
      expect([response.status, response.headers.get("idempotent-replayed")], response.text).toEqual([201, null]);
      const { message } = JSON.parse(response.text);
      const to = target ?? model.open ?? model.add(message.conversationId);
      const seq = model.write(to, from, text);
      expect(message).toMatchObject({ conversationId: to.id, seq, senderType: from });
      model.sent.push({ from, path, text, key, to, seq });
      keysUsed += 1;
    };
    const writeAgain = async (sent: Sent) => {
      const { from, path, text, key, to, seq } = sent;
      const isThere = model.all.includes(to);
      // Its message is gone, so its key is free again; and where the path names what is gone, there is nothing to send to.
      if (!isThere && path === "/conversations") {
        model.sent.splice(model.sent.indexOf(sent), 1);
        return write(from, path, text, undefined, key);
      }
      const response = await post({ from, path, text, key });
      if (!isThere) return void readProblem(response, "not_found");
      expect([response.status, response.headers.get("idempotent-replayed")], response.text).toEqual([201, "true"]);
      expect(JSON.parse(response.text).message).toMatchObject({ conversationId: to.id, seq, body: text });
      readProblem(await post({ from, path, text: `${text}!`, key }), "idempotency_mismatch");
    };

    const steps: Record<Command, (target: Conversation, action: Action, text: string) => Promise<unknown>> = {
      start: (_, __, text) => write("visitor", "/conversations", text),
      send: (target, _, text) => write("visitor", `/conversations/${target.id}/messages`, text, target),
      reply: (target, _, text) => write("owner", `/conversations/${target.id}/messages`, text, target),
      again: async (_, { which }) => {
        const sent = model.pick(model.sent, which);
        if (sent) await writeAgain(sent);
      },
      close: async (target) => {
        expect((await ask("owner", "PATCH", `/conversations/${target.id}`, { status: "closed" })).status).toBe(200);
        target.open = false;
      },
      reopen: async (target) => {
        const response = await ask("owner", "PATCH", `/conversations/${target.id}`, { status: "open" });
        const other = model.inTheWay(target);
        if (other) return expectConflict(response, other);
        expect(response.status).toBe(200);
        target.open = true;
      },
      read: async (target, { by, upTo }) => {
        const response = await ask(by, "POST", `/conversations/${target.id}/read`, { seq: upTo });
        expect(response.status).toBe(by === "owner" ? 200 : 204);
        target.read[by] = Math.max(target.read[by], Math.min(upTo, target.messages.length));
      },
      unread: async (target) => {
        expect((await ask("owner", "PATCH", `/conversations/${target.id}`, { unread: true })).status).toBe(200);
        target.read.owner = Math.min(target.read.owner, (seqsFrom(target, "visitor").at(-1) ?? 0) - 1);
      },
      delete: async (target) => {
        expect((await ask("owner", "DELETE", `/conversations/${target.id}`, {})).status).toBe(204);
        model.remove(target);
      },
    };

    for (const [at, one] of actions.entries()) {
      const text = `Text ${at}`;
      const target = model.pick(model.all, one.which);
      // Without a conversation, all anyone can do is start one.
      await (target ? steps[one.do](target, one, text) : write("visitor", "/conversations", text));
    }

    const expected = (reader: From, writer: From) =>
      model.order.map((one) => ({
        id: one.id,
        status: one.open ? "open" : "closed",
        lastSeq: one.messages.length,
        unreadCount: seqsFrom(one, writer).filter((seq) => seq > one.read[reader]).length,
        lastMessagePreview: one.messages.at(-1)?.text,
      }));
    const items = (await inbox(owner, "?limit=100")).filter((item) => item.visitorId === visitor.visitorId);
    expect(items).toMatchObject(expected("owner", "visitor"));
    expect(await ownConversations(visitor)).toMatchObject(expected("visitor", "owner"));
    for (const { id, messages, read } of model.order) {
      const stored = await allMessages(owner, id);
      expect(stored.map(({ senderType, body }) => ({ from: senderType, text: body }))).toEqual(messages);
      expect(await readPositions(owner, visitor, id)).toEqual(read);
    }
  };

  await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 18 }), run), {
    includeErrorInReport: true,
    numRuns: atScale(12, 300),
    endOnFailure: true,
  });
});

test("any text is either stored byte for byte or rejected without a trace", { tag: "@soak" }, async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const stored: string[] = [];
  const text = fc.oneof(
    fc.string({ unit: anyLetter, maxLength: 30 }),
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc
      .array(fc.constantFrom(" ", "\0", "\ud800", "\u200b", "\n", "😀", "a"), { maxLength: 6 })
      .map((parts) => parts.join("")),
  );
  await fc.assert(
    fc.asyncProperty(text, async (message) => {
      const response = await send("POST", "/public/conversations", { token: visitor.token, body: { message } });
      if (response.status === 201) stored.push(message);
      else readProblem(response, "invalid_request");
    }),
    { numRuns: atScale(60, 2_000), endOnFailure: true },
  );
  const [item] = await inbox(owner);
  const messages = item ? await allMessages(owner, item.id) : [];
  expect(messages.map((message) => message.body)).toEqual(stored);
});
