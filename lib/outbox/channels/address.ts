import { createHash } from "node:crypto";
import { z } from "zod";
import { openSealed, sealText } from "#platform/crypto/sealed-text.ts";
import type { ChannelKind } from "./sender.ts";

export type PushAddress = { endpoint: string; keys: { p256dh: string; auth: string } };
export type TelegramAddress = { chatId: number };
export type UrlAddress = { url: string };

/** Where each kind of channel sends to. */
export type AddressOf = Record<Exclude<ChannelKind, "push" | "telegram">, UrlAddress> & {
  push: PushAddress;
  telegram: TelegramAddress;
};

const UrlAddress = z.object({ url: z.string() });
const ADDRESSES: { [Kind in ChannelKind]: z.ZodType<AddressOf[Kind]> } = {
  push: z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) }),
  telegram: z.object({ chatId: z.int() }),
  ntfy: UrlAddress,
  slack: UrlAddress,
  discord: UrlAddress,
  mattermost: UrlAddress,
};

export type SealedAddress<Kind extends ChannelKind = ChannelKind> = { id: string; kind: Kind; address: Uint8Array };

/** Encrypts a channel's address, for that channel only. */
export const sealAddress = <Kind extends ChannelKind>(kind: Kind, address: AddressOf[Kind], id: string) =>
  sealText(JSON.stringify(address), `${kind} ${id}`);

/** Decrypts a channel's address. Null if no key fits. */
export function openAddress<Kind extends ChannelKind>({
  id,
  kind,
  address,
}: SealedAddress<Kind>): AddressOf[Kind] | null {
  const opened = openSealed(address, `${kind} ${id}`);
  if (!opened) return null;
  const schema: z.ZodType<AddressOf[Kind]> = ADDRESSES[kind];
  return schema.parse(JSON.parse(opened.text));
}

/** Tells equal addresses of a kind from others: of a push address by its endpoint alone. */
export function hashAddress<Kind extends ChannelKind>(kind: Kind, address: AddressOf[Kind]): Buffer<ArrayBuffer> {
  const place = "endpoint" in address ? address.endpoint : "url" in address ? address.url : address.chatId;
  return createHash("sha256").update(`${kind} ${place}`).digest();
}
