import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { CHANNEL_KINDS, URL_KINDS } from "#lib/outbox/channels/kinds.ts";
import { CreateChannelBody } from "#lib/outbox/channels/schema.ts";
import { projectRoot } from "../../../server/launch/project-root.mjs";
import { provideSettings } from "../../support/provide-settings.ts";

test("each file of a channel kind is in the list, under the name of the file", async () => {
  const files = await readdir(join(projectRoot, "lib/outbox/channels/kinds"));
  expect(new Set(CHANNEL_KINDS)).toEqual(new Set(files.map((file) => file.replace(".ts", ""))));
});

test("the kinds that stored channels have remain in the list", () => {
  const stored = ["push", "telegram", "ntfy", "slack", "discord", "mattermost"];
  expect(CHANNEL_KINDS).toEqual(expect.arrayContaining(stored));
});

test("people can add a channel of each kind that is a URL, and of no other", () => {
  provideSettings();
  const accepted = CHANNEL_KINDS.filter(
    (kind) => CreateChannelBody.safeParse({ kind, name: "Team", url: "https://chat.example/topic" }).success,
  );
  expect(accepted).toEqual(URL_KINDS);
  expect(accepted).not.toContain("push");
  expect(accepted).not.toContain("telegram");
});
