import { expect, test } from "@playwright/test";
import { isOnlyNames, namesOf } from "#lib/desk/messages/file-names.ts";
import { MESSAGE_MAX } from "#lib/desk/messages/message-length.ts";
import { FILES_MAX_COUNT } from "#lib/files/files/file-count.ts";

const files = [{ name: "a.jpg" }, { name: "b.pdf" }];

test("a text is only the files' names if it's what the server writes without one", () => {
  expect(isOnlyNames({ body: namesOf(files), files })).toBe(true);
  expect(isOnlyNames({ body: "a.jpg\nb.pdf", files })).toBe(true);
  for (const body of ["a.jpg", "a.jpg\nb.pdf\n", "b.pdf\na.jpg", "A.jpg\nb.pdf", ""])
    expect(isOnlyNames({ body, files })).toBe(false);
  expect(isOnlyNames({ body: "a.jpg" })).toBe(false);
});

test("the names of as many files as a message can have, as long as they can be, fit into it", () => {
  const longest = Array.from({ length: FILES_MAX_COUNT }, () => ({ name: "x".repeat(120) }));
  expect(namesOf(longest).length).toBeLessThan(MESSAGE_MAX);
});
