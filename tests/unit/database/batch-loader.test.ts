import { expect, test } from "@playwright/test";
import { batchLoader } from "#platform/database/batch-loader.ts";

test("one query serves all concurrent keys, and one more serves those that arrive while it runs", async () => {
  const asked: string[][] = [];
  const results: PromiseWithResolvers<string>[] = [];
  const ask = batchLoader((ids) => {
    asked.push([...ids]);
    const result = Promise.withResolvers<string>();
    results.push(result);
    return result.promise;
  });
  const first = [ask("a"), ask("b"), ask("a")];
  await expect.poll(() => asked).toEqual([["a", "b"]]);
  const second = [ask("c"), ask("a")];
  expect(asked).toHaveLength(1);
  results[0]?.resolve("one");
  expect(await Promise.all(first)).toEqual(["one", "one", "one"]);
  await expect
    .poll(() => asked)
    .toEqual([
      ["a", "b"],
      ["c", "a"],
    ]);
  results[1]?.resolve("two");
  expect(await Promise.all(second)).toEqual(["two", "two"]);
});

test("a failure reaches everyone in the batch, and the next batch loads again", async () => {
  const ask = batchLoader(async (ids) => {
    if (ids.has("lost")) throw new Error("away");
    return ids.size;
  });
  const failures = await Promise.allSettled([ask("lost"), ask("b")]);
  expect(failures.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await ask("a")).toBe(1);
});

test("a batch that hangs holds up the next one only for its patience", async () => {
  const asked: string[][] = [];
  const ask = batchLoader(
    (ids) => {
      asked.push([...ids]);
      return ids.has("hangs") ? Promise.withResolvers<string>().promise : Promise.resolve("read");
    },
    { patienceMs: 1 },
  );
  void ask("hangs");
  await expect.poll(() => asked).toEqual([["hangs"]]);
  expect(await ask("a")).toBe("read");
});
