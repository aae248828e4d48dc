import { expect, test } from "@playwright/test";
import { DeliveryListResponse, NewEndpointResponse } from "#lib/outbox/webhooks/schema.ts";
import { ask } from "../../support/api-client.ts";
import { type MailWorld, mailWorld } from "../../support/mail-world.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

/*
 * What stores a job wakes a worker of its process, and a worker of each queue polls every two seconds. Either hides the loss of the
 * other, so here a process has only one of them.
 */

/** Someone with a site, a webhook and a receiver in a process that carries out jobs without one of its mechanisms. */
async function newWorld(without: "the polling" | "the wake-up") {
  const world = await mailWorld({ JOBS: "on" }, [without]);
  const receiver = await startReceiver();
  const owner = await world.newOwner();
  const site = await world.newSite(owner);
  const { token } = owner;
  const call = { token, baseUrl: world.baseUrl, body: { url: receiver.url } };
  const { endpoint } = await ask(NewEndpointResponse, 201, "POST", `/sites/${site.id}/webhooks`, call);
  const dispose = async () => {
    await world.close();
    await receiver.close();
  };
  return {
    world,
    receiver,
    owner,
    site,
    hook: `/sites/${site.id}/webhooks/${endpoint.id}`,
    [Symbol.asyncDispose]: dispose,
  };
}

type World = Awaited<ReturnType<typeof newWorld>>;

const mailsTo = ({ world }: World, { email }: { email: string }) =>
  world.server.received.filter(({ to }) => to.includes(email)).length;

/** Waits until no job is left that a worker could still find on its way out of the one before. */
const untilIdle = ({ sql }: MailWorld) =>
  expect.poll(() => sql("SELECT name FROM pgboss.job WHERE state < 'completed' AND start_after <= now()")).toEqual([]);

/** Does something that stores a job for one thing to be sent, and waits until it has arrived. */
async function expectSent(what: "a webhook" | "a mail", here: World, work: () => Promise<unknown>): Promise<void> {
  const { world, receiver, owner } = here;
  const count = () => (what === "a mail" ? mailsTo(here, owner) : receiver.received.length);
  await untilIdle(world);
  const before = count();
  await work();
  await expect.poll(count).toBeGreaterThan(before);
}

const post = ({ world, owner }: World, path: string, body: object = {}) =>
  world.send("POST", path, { token: owner.token, body });

test("the wake-up alone runs every kind of job, in the process that stored it", async () => {
  await using here = await newWorld("the polling");
  const { world, receiver, owner, site, hook } = here;
  const { token } = owner;
  const visitor = await world.openWidget(site);
  const leaving = await world.openWidget(site);
  await world.write(leaving, "Erase me");
  let id = "";
  const steps: [what: "a webhook" | "a mail", name: string, work: () => Promise<unknown>][] = [
    ["a webhook", "a test event", () => post(here, `${hook}/test`)],
    ["a webhook", "a visitor's message", async () => (id = await world.write(visitor, "Hello"))],
    ["a webhook", "a reply", () => world.reply(owner, id, "Hello too")],
    ["a webhook", "a status", () => world.send("PATCH", `/conversations/${id}`, { token, body: { status: "closed" } })],
    ["a webhook", "a deletion", () => world.send("DELETE", `/conversations/${id}`, { token })],
    ["a mail", "a test message", () => post(here, `/sites/${site.id}/test-message`, { message: "Does it work?" })],
    ["a mail", "a password reset", () => world.send("POST", "/auth/forgot-password", { body: { email: owner.email } })],
    ["a webhook", "a replay", () => replayLast(here)],
    ["a webhook", "a retry", () => retryFailed(here)],
    ["a webhook", "a replay of failed ones", () => replayFailed(here)],
    ["a webhook", "an erased visitor", () => world.send("DELETE", `/visitors/${leaving.id}`, { token })],
    [
      "a mail",
      "a stopped webhook",
      async () => {
        receiver.behave((_, response) => response.writeHead(410).end());
        await world.write(visitor, "Hello again");
      },
    ],
  ];
  for (const [what, name, work] of steps) await test.step(name, () => expectSent(what, here, work));
});

test("polling alone sends emails and webhooks, as after a crash between storing a job and the wake-up", async () => {
  await using here = await newWorld("the wake-up");
  const { world, site } = here;
  await expectSent("a webhook", here, async () => world.write(await world.openWidget(site), "Hello"));
  await expectSent("a mail", here, () => post(here, `/sites/${site.id}/test-message`, { message: "Does it work?" }));
});

async function replayLast(here: World): Promise<void> {
  const { world, owner, hook } = here;
  const call = { token: owner.token, baseUrl: world.baseUrl };
  const [last] = (await ask(DeliveryListResponse, 200, "GET", `${hook}/deliveries`, call)).deliveries;
  expect((await post(here, `${hook}/deliveries/${last?.id}/replay`)).status).toBe(200);
}

async function failOne({ world }: World): Promise<string> {
  const [failed] = await world.sql<{ id: string }>(
    "UPDATE webhook_deliveries SET status = 'failed' WHERE id = (SELECT id FROM webhook_deliveries LIMIT 1) RETURNING id",
  );
  return String(failed?.id);
}

async function retryFailed(here: World): Promise<void> {
  expect((await post(here, `/deliveries/${await failOne(here)}/retry`)).status).toBe(204);
}

async function replayFailed(here: World): Promise<void> {
  await failOne(here);
  const replayed = await post(here, `${here.hook}/deliveries/replay`, { since: "2026-01-01T00:00:00Z" });
  expect(replayed.status).toBe(200);
}
