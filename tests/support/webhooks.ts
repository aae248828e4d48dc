import { expect } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import {
  type DeliveryDetailJson,
  DeliveryDetailResponse,
  DeliveryListResponse,
  DeliveryResponse,
  type EndpointJson,
  EndpointResponse,
  NewEndpointResponse,
  ReplayResponse,
} from "#lib/outbox/webhooks/schema.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { ask } from "./api-client.ts";
import { newOwnerWithSite, type Owner } from "./factories.ts";
import { sql } from "./stored-rows.ts";
import { type Received, startReceiver } from "./webhook-receiver.ts";

export const hooksPath = ({ id }: SiteJson) => `/sites/${id}/webhooks`;
export const hookPath = ({ siteId, id }: EndpointJson) => `/sites/${siteId}/webhooks/${id}`;

/** Makes a webhook of a site. */
export async function newHook({ token }: Owner, site: SiteJson, url: string, more: object = {}) {
  const { endpoint, secret } = await ask(NewEndpointResponse, 201, "POST", hooksPath(site), {
    token,
    body: { url, ...more },
  });
  return { hook: endpoint, secret };
}

/** A new owner's site with a webhook that a receiver of the test's own listens at. */
export async function newListeningSite(more: object = {}) {
  const { owner, site } = await newOwnerWithSite();
  const receiver = await startReceiver();
  const made = await newHook(owner, site, receiver.url, more);
  return { owner, site, receiver, ...made, [Symbol.asyncDispose]: receiver.close };
}

export async function getHook({ token }: Owner, hook: EndpointJson): Promise<EndpointJson> {
  return (await ask(EndpointResponse, 200, "GET", hookPath(hook), { token })).endpoint;
}

export async function patchHook({ token }: Owner, hook: EndpointJson, body: object): Promise<EndpointJson> {
  return (await ask(EndpointResponse, 200, "PATCH", hookPath(hook), { token, body })).endpoint;
}

export const deliveryPage = ({ token }: Owner, hook: EndpointJson, query = "") =>
  ask(DeliveryListResponse, 200, "GET", `${hookPath(hook)}/deliveries${query}`, { token });

/** What a webhook was sent, or is to be, the newest first. */
export const deliveries = async (owner: Owner, hook: EndpointJson) => (await deliveryPage(owner, hook)).deliveries;

export async function delivery({ token }: Owner, hook: EndpointJson, id: string): Promise<DeliveryDetailJson> {
  return (await ask(DeliveryDetailResponse, 200, "GET", `${hookPath(hook)}/deliveries/${id}`, { token })).delivery;
}

export async function sendTest({ token }: Owner, hook: EndpointJson) {
  return (await ask(DeliveryResponse, 201, "POST", `${hookPath(hook)}/test`, { token })).delivery;
}

export async function replay({ token }: Owner, hook: EndpointJson, id: string) {
  return (await ask(DeliveryResponse, 200, "POST", `${hookPath(hook)}/deliveries/${id}/replay`, { token })).delivery;
}

/** Sends the failed deliveries of a period again, and returns how many. */
export async function replayAll({ token }: Owner, hook: EndpointJson, body: { since: string; until?: string }) {
  const call = { token, body };
  return (await ask(ReplayResponse, 200, "POST", `${hookPath(hook)}/deliveries/replay`, call)).count;
}

/** Waits until a delivery has that many attempts, and returns it. */
export async function attempted(owner: Owner, hook: EndpointJson, id: string, attempts: number) {
  await expect.poll(async () => (await delivery(owner, hook, id)).attempts).toBe(attempts);
  return delivery(owner, hook, id);
}

/** Has the next try begin now, as an operator could. */
export const hurry = (deliveryId: string) =>
  sql(
    `UPDATE pgboss.job SET start_after = now() WHERE name = 'webhook' AND state = 'retry'
      AND id = (SELECT job_id FROM webhook_deliveries WHERE id = $1)`,
    [deliveryId],
  );

/** Has the next try wait, so that nothing is retried while a test looks at the last result. */
export async function holdBack(deliveryId: string): Promise<void> {
  const held = () =>
    sql(
      `UPDATE pgboss.job SET start_after = now() + interval '1 hour' WHERE name = 'webhook' AND state = 'retry'
        AND id = (SELECT job_id FROM webhook_deliveries WHERE id = $1) RETURNING id`,
      [deliveryId],
    );
  await expect.poll(held).toHaveLength(1);
}

/** What a request says, where its signature is right under a secret. */
export function open(received: Received | undefined, secret: string) {
  if (!received) throw new Error("nothing was received");
  return new Webhook(secret).verify(received.body, received.headers as Record<string, string>);
}
