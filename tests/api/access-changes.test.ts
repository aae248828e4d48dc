import { expect, test } from "@playwright/test";
import { publishChange } from "#lib/base/changes/publish-change.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { closeDb } from "#platform/database/database.ts";
import { ask, askNothing, refuse } from "../support/api-client.ts";
import { ownerStream } from "../support/event-stream.ts";
import {
  deleteConversation,
  markRead,
  type Owner,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { provideSettings } from "../support/provide-settings.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam, type Team } from "../support/team.ts";

/*
 * What someone may see changes while they have streams open. Changes are made in the database, so that a test decides
 * whether a notification of them is sent.
 */

test.beforeAll(() => void provideSettings());
test.afterAll(() => closeDb());

/** A team whose agent has all sites for now, with a conversation on each. */
async function newTeamWithConversations() {
  const team = await newTeam();
  const places = await Promise.all(
    team.sites.map(async (site) => {
      const visitor = await openWidget(site);
      return { site, visitor, id: (await start(visitor, "Hello")).conversationId };
    }),
  );
  const [first, second] = places;
  if (!first || !second) throw new Error("a team has two sites");
  await sql("UPDATE members SET site_ids = NULL WHERE user_id = $1", [team.agent.user.id]);
  return { ...team, first, second };
}

const publishAccess = ({ workspaceId }: Team, { user }: Owner) =>
  publishChange({ kind: "access", workspaceId, userId: user.id });

const SUSPEND = "UPDATE members SET standing = 'suspended', ended_at = now() WHERE user_id = $1";
const REMOVE =
  "UPDATE members SET standing = 'removed', role = 'agent', site_ids = '{}', ended_at = now() WHERE user_id = $1";
const NARROW = "UPDATE members SET site_ids = ARRAY[$2]::uuid[] WHERE user_id = $1";

test("a member with some sites gets nothing of what happens on another site", async () => {
  const { owner, agent, first, second } = await newTeamWithConversations();
  await sql(NARROW, [agent.user.id, first.site.id]);
  await using stream = await ownerStream(agent);
  await using everything = await ownerStream(owner);
  await stream.expectNothingBefore("message.created", async () => {
    await sendMessage(second.visitor, second.id, "A message");
    await reply(owner, second.id, "A reply");
    await markRead(owner, second.id);
    await patchConversation(owner, second.id, { starred: true });
    await askNothing("POST", `/public/conversations/${second.id}/typing`, { token: second.visitor.token });
    await askNothing("POST", `/public/conversations/${second.id}/read`, {
      token: second.visitor.token,
      body: { seq: 3 },
    });
    const rename = { token: owner.token, body: { name: "Another name" } };
    await ask(SiteResponse, 200, "PATCH", `/sites/${second.site.id}`, rename);
    // Nothing is sent about a deleted conversation.
    await everything.next("read");
    await deleteConversation(owner, second.id);
    await askNothing("DELETE", `/sites/${second.site.id}`, { token: owner.token });
    await everything.next("resync");
    await sendMessage(first.visitor, first.id, "A message");
  });
  expect(new Set(everything.names())).toEqual(
    new Set(["ready", "message.created", "conversation.updated", "read", "typing", "settings.updated", "resync"]),
  );
});

test("a member whose sites are narrowed is asked to fetch again, and gets no event of a lost site, in any process", {
  tag: "@all",
}, async () => {
  await using other = await startProcess("other");
  const team = await newTeamWithConversations();
  const { owner, agent, first, second } = team;
  await using everything = await ownerStream(owner);
  const streams = [await ownerStream(agent), await ownerStream(agent, other)];
  await sql(NARROW, [agent.user.id, first.site.id]);
  publishAccess(team, agent);
  for (const stream of streams) {
    await stream.next("resync");
    await stream.expectNothingBefore("message.created", async () => {
      await sendMessage(second.visitor, second.id, "Not for the agent");
      await sendMessage(first.visitor, first.id, "For the agent");
    });
    await stream[Symbol.asyncDispose]();
  }
  expect(everything.names()).not.toContain("resync");
});

test("the streams of a member who is suspended or removed end in every process, and no other does", async () => {
  await using other = await startProcess("other");
  const team = await newTeamWithConversations();
  const { owner, admin, agent, first } = team;
  await using everything = await ownerStream(owner);
  const streams = await Promise.all([ownerStream(agent), ownerStream(agent, other), ownerStream(admin)]);
  await sql(SUSPEND, [agent.user.id]);
  await sql(REMOVE, [admin.user.id]);
  for (const person of [agent, admin]) publishAccess(team, person);
  expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(["closed", "closed", "closed"]);
  for (const person of [agent, admin]) await refuse("not_found", "GET", "/events", { token: person.token });
  await sendMessage(first.visitor, first.id, "For the owner");
  await everything.next("message.created");
});

test("a member whose role changes is asked to fetch again, and nobody else is", async () => {
  const team = await newTeamWithConversations();
  const { agent, admin, first } = team;
  await using stream = await ownerStream(admin);
  await using others = await ownerStream(agent);
  await sql("UPDATE members SET role = 'agent' WHERE user_id = $1", [admin.user.id]);
  publishAccess(team, admin);
  await stream.next("resync");
  await others.expectNothingBefore("message.created", () => sendMessage(first.visitor, first.id, "For both"));
  await stream.next("message.created");
});

test("without a notification, a stream gets no event of a lost site once its access was read again", {
  tag: "@all",
}, async () => {
  await using other = await startProcess("other", {}, { without: ["reconciliation"] });
  const { agent, first, second } = await newTeamWithConversations();
  await using stream = await ownerStream(agent, other);
  await sql(NARROW, [agent.user.id, first.site.id]);
  // What it was admitted with may be used for another two seconds.
  await expect(async () => {
    await sendMessage(second.visitor, second.id, "Not for the agent for much longer");
    const { id } = await sendMessage(first.visitor, first.id, "For the agent");
    await stream.next("message.created", ({ message }) => message.id === id);
    expect(stream.names()).toContain("resync");
  }).toPass();
  await stream.expectNothingBefore("message.created", async () => {
    await sendMessage(second.visitor, second.id, "Not for the agent");
    await sendMessage(first.visitor, first.id, "For the agent");
  });
});

test("without a notification or an event, the streams of a suspended member end", { tag: "@all" }, async () => {
  await using other = await startProcess("other", {}, { without: ["listening"] });
  const { agent } = await newTeamWithConversations();
  await using stream = await ownerStream(agent, other);
  await sql(SUSPEND, [agent.user.id]);
  expect(await stream.ended).toBe("closed");
});
