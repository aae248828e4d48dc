import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { type Answer, readProblem, send } from "../support/api-client.ts";
import { allMessages, inbox, newOwnerWithSite, openWidget } from "../support/people.ts";

type Conversation = { id: string; open: boolean; messages: string[]; read: number };
type Action = { do: "start" | "send" | "close" | "reopen" | "read" | "unread"; which: number; upTo: number };

const action: fc.Arbitrary<Action> = fc.record({
  do: fc.constantFrom("start", "send", "close", "reopen", "read", "unread"),
  which: fc.nat(4),
  upTo: fc.nat(6),
});

/** What the contract says of one visitor's conversations, in so few lines that one can see it is right. */
class Model {
  readonly all: Conversation[] = [];
  /** The newest message's conversation first. */
  order: Conversation[] = [];

  get open(): Conversation | undefined {
    return this.all.find((one) => one.open);
  }

  pick(which: number): Conversation | undefined {
    return this.all[which % Math.max(1, this.all.length)];
  }

  write(to: Conversation, text: string): void {
    to.messages.push(text);
    to.open = true;
    this.order = [to, ...this.order.filter((one) => one !== to)];
  }
}

// A conversation in the way of another one that is to be opened (contract section 5 and 6).
const inTheWay = (model: Model, of: Conversation) => (model.open && model.open !== of ? model.open : undefined);

test("any sequence of what a visitor and an owner can do ends as the contract says", async () => {
  test.setTimeout(60_000);
  const { owner, site } = await newOwnerWithSite();

  const run = async (actions: Action[]) => {
    const visitor = await openWidget(site);
    const model = new Model();
    const asVisitor = (path: string, message: string) =>
      send("POST", `/public/conversations${path}`, { token: visitor.token, body: { message } });
    const asOwner = (method: string, path: string, body: object) =>
      send(method, `/conversations/${path}`, { token: owner.token, body });
    const expectConflict = (answer: Answer, other: Conversation) =>
      expect(readProblem(answer, "open_conversation_exists").conversationId).toBe(other.id);

    const steps: Record<Action["do"], (target: Conversation, text: string, upTo: number) => Promise<void>> = {
      start: async (_, text) => {
        const answer = await asVisitor("", text);
        expect(answer.status).toBe(201);
        const { conversationId: id, message } = JSON.parse(answer.text);
        const target = model.open ?? { id, open: true, messages: [], read: 0 };
        if (!model.open) model.all.push(target);
        model.write(target, text);
        expect({ id, seq: message.seq }).toEqual({ id: target.id, seq: target.messages.length });
      },
      send: async (target, text) => {
        const answer = await asVisitor(`/${target.id}/messages`, text);
        const other = inTheWay(model, target);
        if (other) return expectConflict(answer, other);
        expect(answer.status).toBe(201);
        model.write(target, text);
      },
      close: async (target) => {
        expect((await asOwner("PATCH", target.id, { status: "closed" })).status).toBe(200);
        target.open = false;
      },
      reopen: async (target) => {
        const answer = await asOwner("PATCH", target.id, { status: "open" });
        const other = inTheWay(model, target);
        if (other) return expectConflict(answer, other);
        expect(answer.status).toBe(200);
        target.open = true;
      },
      read: async (target, _, upTo) => {
        expect((await asOwner("POST", `${target.id}/read`, { seq: upTo })).status).toBe(200);
        target.read = Math.max(target.read, Math.min(upTo, target.messages.length));
      },
      unread: async (target) => {
        expect((await asOwner("PATCH", target.id, { unread: true })).status).toBe(200);
        target.read = Math.min(target.read, target.messages.length - 1);
      },
    };

    for (const [at, { do: what, which, upTo }] of actions.entries()) {
      const target = model.pick(which);
      // Before there is a conversation, all that anybody can do is to start one.
      await (target
        ? steps[what](target, `Text ${at}`, upTo)
        : steps.start({ id: "", open: false, messages: [], read: 0 }, `Text ${at}`, upTo));
    }

    const items = (await inbox(owner, "?limit=100")).filter((item) => item.visitorId === visitor.visitorId);
    expect(
      items.map(({ id, status, lastSeq, unreadCount, lastMessagePreview }) => ({
        id,
        status,
        lastSeq,
        unreadCount,
        lastMessagePreview,
      })),
    ).toEqual(
      model.order.map(({ id, open, messages, read }) => ({
        id,
        status: open ? "open" : "closed",
        lastSeq: messages.length,
        unreadCount: messages.length - read,
        lastMessagePreview: messages.at(-1),
      })),
    );
    for (const { id, messages } of model.order) {
      expect((await allMessages(owner, id)).map((message) => message.body)).toEqual(messages);
    }
  };

  await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 14 }), run), {
    numRuns: 25,
    endOnFailure: true,
  });
});

test("any text is either stored byte for byte or refused without a trace", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const stored: string[] = [];
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc
      .array(fc.constantFrom(" ", "\0", "\ud800", "\u200b", "\n", "😀", "a"), { maxLength: 6 })
      .map((parts) => parts.join("")),
  );
  await fc.assert(
    fc.asyncProperty(text, async (message) => {
      const answer = await send("POST", "/public/conversations", { token: visitor.token, body: { message } });
      if (answer.status === 201) stored.push(message);
      else readProblem(answer, "invalid_request");
    }),
    { numRuns: 150, endOnFailure: true },
  );
  const [item] = await inbox(owner);
  const messages = item ? await allMessages(owner, item.id) : [];
  expect(messages.map((message) => message.body)).toEqual(stored);
});
