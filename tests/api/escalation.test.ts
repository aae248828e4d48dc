import { expect, test } from "@playwright/test";
import { ChannelResponse } from "#lib/outbox/channels/schema.ts";
import { ask } from "../support/api-client.ts";
import { ownerStream } from "../support/event-stream.ts";
import { newOwnerWithSite, type Owner, openWidget, sendMessage, start } from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { newHook } from "../support/webhooks.ts";

async function addChannel({ token }: Owner, url: string, backup: boolean) {
  const body = { kind: "discord", name: backup ? "Backup" : "Team", url };
  const { channel } = await ask(ChannelResponse, 201, "POST", "/account/channels", { token, body });
  await ask(ChannelResponse, 200, "PATCH", `/account/channels/${channel.id}`, { token, body: { backup } });
  return channel;
}

test("a conversation that no one reads goes to the backup channel, one that another channel fails for at once, each with its event", async () => {
  const { owner, site } = await newOwnerWithSite();
  await using receiver = await startReceiver();
  const events = ["conversation.waiting", "notification.failed"];
  await newHook(owner, site, `${receiver.url}/hook`, { events });
  const team = await addChannel(owner, `${receiver.url}/team`, false);
  await addChannel(owner, `${receiver.url}/backup`, true);
  await using stream = await ownerStream(owner);
  const paths = () => receiver.received.map(({ path }) => path);
  const hooked = () =>
    receiver.received.filter(({ path }) => path === "/hook").map(({ body }) => JSON.parse(body) as { type: string });

  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Is it still there?");
  await expect.poll(paths).toEqual(["/team"]);
  await sql("UPDATE alerts SET since = now() - interval '6 minutes', due_at = now() WHERE conversation_id = $1", [
    conversationId,
  ]);
  await expect.poll(() => new Set(paths())).toEqual(new Set(["/backup", "/hook", "/team"]));
  const { since } = await stream.next("conversation.waiting", (data) => data.conversationId === conversationId);
  expect(hooked()).toMatchObject([{ type: "conversation.waiting", data: { conversationId, since } }]);

  receiver.behave(({ path }, response) => response.writeHead(path === "/team" ? 410 : 204).end());
  const other = await openWidget(site);
  const second = await start(other, "And the chair?");
  await expect.poll(() => new Set(paths().slice(3))).toEqual(new Set(["/backup", "/hook", "/team"]));
  const failed = await stream.next("notification.failed");
  expect(failed).toMatchObject({ conversationId: second.conversationId, channel: "discord", reason: "gone" });
  expect(hooked()[1]).toMatchObject({
    type: "notification.failed",
    data: { conversationId: second.conversationId, notificationId: failed.notificationId, reason: "gone" },
  });
  expect(await sql("SELECT stop_reason FROM channels WHERE id = $1", [team.id])).toEqual([{ stop_reason: "gone" }]);
  // From now on, the backup is the only channel that works.
  await sendMessage(other, second.conversationId, "Hello?");
  await sql("UPDATE alerts SET due_at = now() WHERE conversation_id = $1", [second.conversationId]);
  await expect.poll(() => paths().slice(6)).toEqual(["/backup"]);
});

test("a colleague's stream shows that a notification failed, and only its person's stream shows why", async () => {
  const { owner, agent, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has no site");
  await using receiver = await startReceiver();
  receiver.behave((_request, response) => response.writeHead(410).end());
  await addChannel(agent, `${receiver.url}/agent`, false);
  await using ofAgent = await ownerStream(agent);
  await using ofOwner = await ownerStream(owner);
  const { conversationId } = await start(await openWidget(site), "Hello");
  const own = await ofAgent.next("notification.failed");
  expect(own).toMatchObject({ conversationId, reason: "gone" });
  const { reason: _, ...seen } = own;
  expect(await ofOwner.next("notification.failed")).toEqual(seen);
});
