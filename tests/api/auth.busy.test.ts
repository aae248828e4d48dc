import { expect, test } from "@playwright/test";
import { authorize } from "#gate/authorize.ts";
import { hashingQueue } from "#platform/crypto/password.ts";
import { closeDb } from "#platform/database/database.ts";
import type { AppError } from "#platform/errors.ts";
import { newOwner, PASSWORD } from "../support/factories.ts";
import { provideSettings } from "../support/provide-settings.ts";

test.afterAll(() => closeDb());

test("a login during too many password checks gets 503, not a wrong-password error", async () => {
  provideSettings();
  const { email } = await newOwner();
  const refusals: AppError[] = [];
  const enter = () =>
    authorize({ email, password: PASSWORD }, { device: null, onRefusal: (error) => void refusals.push(error) });
  // Full, and nobody ends.
  const full = { running: 2, waiting: Array.from({ length: 200 }, () => () => undefined) };
  Object.assign(hashingQueue(), full);
  expect(await enter()).toBeNull();
  expect(refusals.map(({ code }) => code)).toEqual(["unavailable"]);

  Object.assign(hashingQueue(), { running: 0, waiting: [] });
  expect(await enter()).toMatchObject({ id: expect.any(String) });
  expect(refusals).toHaveLength(1);
});
