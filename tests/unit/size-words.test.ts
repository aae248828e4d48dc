import { expect, test } from "@playwright/test";
import { sizeWords } from "#platform/size-words.ts";

test("a size is in the first unit with fewer than 1,000, in kilobytes of 1,024 bytes at least, rounded up to a whole one", () => {
  const sizes = [
    0,
    1,
    1024,
    1025,
    999 * 1024,
    1000 * 1024,
    1020 * 1024,
    1024 ** 2 - 1,
    1024 ** 2,
    1.44 * 1024 ** 2,
    20 * 1024 ** 2,
    1024 ** 3,
    3000 * 1024 ** 4,
  ];
  expect(sizes.map(sizeWords)).toEqual([
    "0 kB",
    "1 kB",
    "1 kB",
    "2 kB",
    "999 kB",
    "1 MB",
    "1 MB",
    "1 MB",
    "1 MB",
    "1.4 MB",
    "20 MB",
    "1 GB",
    "3,000 TB",
  ]);
});
