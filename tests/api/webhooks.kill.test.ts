import { expect, test } from "@playwright/test";
import { StartConversationAnswer, WidgetSessionAnswer } from "#lib/conversations/schema.ts";
import { SessionAnswer } from "#lib/owners/schema.ts";
import { SiteAnswer } from "#lib/sites/schema.ts";
import { NewEndpointAnswer } from "#lib/webhooks/schema.ts";
import { ask } from "../support/api-client.ts";
import { query, scratchDatabase } from "../support/database.ts";
import { newEmail, PASSWORD } from "../support/people.ts";
import { startProcess } from "../support/start-process.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { open } from "../support/webhooks.ts";

/** An owner, a site and a webhook on a service of the test's own, and how a visitor writes there. */
async function newListeningSite(baseUrl: string, url: string) {
  const post = { baseUrl };
  const account = { email: newEmail(), password: PASSWORD };
  const { token } = await ask(SessionAnswer, 201, "POST", "/auth/register", { ...post, body: account });
  const { site } = await ask(SiteAnswer, 201, "POST", "/sites", { ...post, token, body: { name: "Shop" } });
  const body = { url, events: ["message.created"] };
  const { secret } = await ask(NewEndpointAnswer, 201, "POST", `/sites/${site.id}/webhooks`, { ...post, token, body });
  const session = { ...post, body: { siteKey: site.publicKey } };
  const visitor = await ask(WidgetSessionAnswer, 201, "POST", "/public/widget-session", session);
  const write = (message: string) =>
    ask(StartConversationAnswer, 201, "POST", "/public/conversations", {
      ...post,
      token: visitor.token,
      body: { message },
    });
  return { secret, write };
}

test("sends after a restart what a process was killed over, before it was sent and while it was, under one id (D17)", async () => {
  await using database = await scratchDatabase();
  await using receiver = await startReceiver();
  const settings = { DATABASE_URL: database.url };
  const run = (text: string) => query(database.url, text);

  // Stored and not sent: this process carries out no jobs.
  const first = await startProcess("first", { ...settings, JOBS: "off" });
  const { secret, write } = await newListeningSite(first.baseUrl, receiver.url);
  const { message } = await write("Hello");
  await first.stop("SIGKILL");
  expect(receiver.received).toEqual([]);

  // Sent and not noted: the receiver has it, and has not answered.
  receiver.behave(() => undefined);
  const second = await startProcess("second", settings);
  const [sent] = await receiver.receives(1);
  await second.stop("SIGKILL");
  expect(open(sent, secret)).toMatchObject({ data: { message: { id: message.id } } });

  receiver.behave((_, response) => response.writeHead(204).end());
  // Nobody says any more that it still is at work; that is noticed some seconds later.
  await run("UPDATE pgboss.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active'");
  await using third = await startProcess("third", settings);
  const again = (await receiver.receives(2))[1];
  expect(third.pid).toBeGreaterThan(0);
  expect(again?.headers["webhook-id"]).toBe(sent?.headers["webhook-id"]);
  expect(again?.body).toBe(sent?.body);
  const deliveries = () => run("SELECT id, status, attempts FROM webhook_deliveries");
  await expect.poll(deliveries).toEqual([{ id: sent?.headers["webhook-id"], status: "delivered", attempts: 1 }]);
});
