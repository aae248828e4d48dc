import { expect, test } from "@playwright/test";
import { pictureStep } from "#client/picture-step.ts";

test("arrow keys lead to the next picture in reading direction and stop at the ends, Home and End lead there, and other keys nowhere", () => {
  expect(pictureStep("ArrowRight", 0, 3, false)).toBe(1);
  expect(pictureStep("ArrowRight", 2, 3, false)).toBe(2);
  expect(pictureStep("ArrowLeft", 0, 3, false)).toBe(0);
  expect(pictureStep("ArrowLeft", 0, 3, true)).toBe(1);
  expect(pictureStep("Home", 2, 3, false)).toBe(0);
  expect(pictureStep("End", 0, 3, false)).toBe(2);
  expect(pictureStep("Enter", 0, 3, false)).toBeUndefined();
});
