import { expect, test } from "@playwright/test";
import { quietTerminal } from "#platform/env.ts";

test("on a terminal, only warnings and errors are logged, unless a level is chosen", () => {
  const levelOf = (isTerminal: boolean, chosen?: string) => {
    const settings = { LOG_LEVEL: chosen } as unknown as NodeJS.ProcessEnv;
    quietTerminal(settings, isTerminal);
    return settings.LOG_LEVEL;
  };
  expect([levelOf(true), levelOf(true, ""), levelOf(true, "info"), levelOf(false)]).toEqual([
    "warn",
    "warn",
    "info",
    undefined,
  ]);
});
