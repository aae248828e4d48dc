import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { type Message, mergeMessages, nextToSend, type UnsentMessage } from "../../../widget/panel/message.ts";

const message = (seq: number): Message => ({
  id: `id-${seq}`,
  seq,
  senderType: "visitor",
  body: `${seq}`,
  createdAt: "2026-11-20T10:00:00.000Z",
});

test("keeps each message once and in the order of seq, however the pages arrive", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 30 }))), (pages) => {
      const merged = pages.reduce<ReturnType<typeof mergeMessages>>(
        (known, page) => mergeMessages(known, page.map(message)),
        [],
      );
      const expected = [...new Set(pages.flat())].sort((one, other) => one - other);
      expect(merged.map(({ seq }) => seq)).toEqual(expected);
    }),
  );
});

test("keeps the key that a message had before it was sent, so that its bubble is not drawn anew", () => {
  const sent = mergeMessages([], [{ ...message(1), key: "local" }]);
  expect(mergeMessages(sent, [message(1)])[0]?.key).toBe("local");
});

test.describe("nextToSend", () => {
  const unsent = (...states: UnsentMessage["state"][]): UnsentMessage[] =>
    states.map((state, index) => ({ key: `${index}`, body: "x", createdAt: "", state }));

  test("takes the oldest that waits", () => {
    expect(nextToSend(unsent("waiting", "waiting"))?.key).toBe("0");
  });

  test("takes none while one is being sent or has failed, so that order is kept", () => {
    expect(nextToSend(unsent("sending", "waiting"))).toBeUndefined();
    expect(nextToSend(unsent("failed", "waiting"))).toBeUndefined();
  });

  test("goes past one that cannot be sent as it is", () => {
    expect(nextToSend(unsent("rejected", "waiting"))?.key).toBe("1");
    expect(nextToSend([])).toBeUndefined();
  });
});
