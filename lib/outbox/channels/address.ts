import { createHash } from "node:crypto";
import { openSealed, sealText } from "#platform/crypto/sealed-text.ts";
import { type AddressOf, CHANNELS, type ChannelKind } from "./kinds.ts";

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
  return CHANNELS[kind].address.parse(JSON.parse(opened.text));
}

/** Tells equal addresses of a kind from others. */
export const hashAddress = <Kind extends ChannelKind>(kind: Kind, address: AddressOf[Kind]): Buffer<ArrayBuffer> =>
  createHash("sha256")
    .update(`${kind} ${CHANNELS[kind].identify(address)}`)
    .digest();
