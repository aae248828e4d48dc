import { randomUUID } from "node:crypto";
import { ChannelListResponse, ChannelResponse } from "#lib/outbox/channels/schema.ts";
import { ask } from "./api-client.ts";
import type { Owner } from "./factories.ts";
import { newSubscription } from "./push-subscription.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36";

type Subscription = Pick<ReturnType<typeof newSubscription>, "endpoint" | "keys">;

/** A subscription at a push service that doesn't exist. */
export const subscription = () => newSubscription(`https://push.example.com/send/${randomUUID()}`);

/** Registers Chrome on Linux as a device of the session. */
export async function registerDevice({ token }: Owner, { endpoint, keys }: Subscription, more: object = {}) {
  const call = { token, body: { endpoint, keys, ...more }, headers: { "User-Agent": CHROME } };
  return (await ask(ChannelResponse, 200, "PUT", "/account/device", call)).channel;
}

export const listChannels = ({ token }: Owner) => ask(ChannelListResponse, 200, "GET", "/account/channels", { token });

export const listDevices = async (owner: Owner) =>
  (await listChannels(owner)).channels.filter(({ kind }) => kind === "push");
