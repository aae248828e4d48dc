import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { readSourceTree } from "../architecture/source-tree.ts";

const WRITES = new RegExp(
  [
    String.raw`\b(?:INSERT INTO|UPDATE|DELETE FROM) (?:sites|labels|saved_replies|views|webhook_endpoints|identity_secrets|blocked_addresses|workspaces|members|invitations|ownership_offers|api_keys)\b`,
    String.raw`\.(?:site|label|savedReply|view|webhookEndpoint|identitySecret|blockedAddress|workspace|member|invitation|ownershipOffer|apiKey)\.(?:create|update|upsert|delete)`,
  ].join("|"),
);

/** Who else writes to those tables, and why it isn't logged there. */
const NOT_LOGGED: Record<string, string> = {
  "lib/team/members/commands.ts":
    "changes people by what logs it, and lets each person change what they set for themselves",
};

test("each command that changes a workspace's settings or people writes the activity log", () => {
  const commands = readSourceTree().filter(({ path }) => /^lib\/[\w-]+\/[\w-]+\/commands\.ts$/.test(path));
  const silent = commands.filter(({ path }) => {
    const source = readFileSync(path, "utf8");
    return WRITES.test(source) && !source.includes("storeActivity");
  });
  expect(silent.map(({ path }) => path)).toEqual(Object.keys(NOT_LOGGED));
});

test("a write by SQL and one by Prisma's client are both seen", () => {
  expect(WRITES.test("UPDATE labels l SET name = 1")).toBe(true);
  expect(WRITES.test("await tx.savedReply.updateManyAndReturn({ where, data })")).toBe(true);
  expect(WRITES.test("await db().label.findMany({ where })")).toBe(false);
});
