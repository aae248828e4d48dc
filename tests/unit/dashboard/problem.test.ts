import { expect, test } from "@playwright/test";
import { problemOf } from "#components/api/problem.ts";

test("not_accepted means that email isn't set up, except in the sign-up form", async () => {
  const { words } = await problemOf(Response.json({ code: "not_accepted" }, { status: 403 }));
  expect(words).toBe("Email isn’t set up. Ask your administrator to set it up.");
});
