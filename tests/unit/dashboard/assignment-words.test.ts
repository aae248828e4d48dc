import { expect, test } from "@playwright/test";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";

test("colleagues who type, write a note or look are named, the first two if there are more than two", () => {
  const { typing, noting, looking } = assignmentCopy;
  expect([["Ben"], ["Ben", "Mara"], ["Ben", "Mara", "Ana"], ["Ben", "Mara", "Ana", "Cleo"]].map(typing)).toEqual([
    "Ben is typing a reply",
    "Ben and Mara are typing",
    "Ben, Mara and 1 other are typing",
    "Ben, Mara and 2 others are typing",
  ]);
  expect([noting(["Ben"]), looking(["Ben", "Mara"])]).toEqual([
    "Ben is writing a note",
    "Ben and Mara are viewing this",
  ]);
});
