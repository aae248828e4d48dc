import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { PageTurns } from "../../../server/http/page-turns.ts";

const wanted = () => true;

test("eight pages are rendered at once, the others in order as turns get free, and none that no one waits for (F10)", async () => {
  const turns = new PageTurns();
  const begun: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const pages = Array.from({ length: 12 }, (_, at) =>
    turns.take(
      () => {
        begun.push(at);
        const end = Promise.withResolvers<void>();
        ends.push(end);
        return end.promise;
      },
      at === 9 ? () => false : wanted,
    ),
  );
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  ends[3]?.resolve();
  ends[5]?.resolve();
  while (begun.length < 10) await turn();
  expect(begun.slice(8)).toEqual([8, 10]);
  for (const { resolve } of ends) resolve();
  while (begun.length < 11) await turn();
  ends.at(-1)?.resolve();
  await Promise.all(pages);
  expect(begun.at(-1)).toBe(11);
});

test("a page that fails frees its turn, and one that takes longer than a second lets the next begin", async () => {
  const turns = new PageTurns();
  const failing = turns.take(() => Promise.reject(new Error("no such page")), wanted);
  await expect(failing).rejects.toThrow("no such page");
  const forever = new Promise<void>(() => undefined);
  for (let at = 0; at < 8; at += 1) void turns.take(() => forever, wanted);
  await turns.take(async () => undefined, wanted);
});
