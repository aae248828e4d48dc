import type { BlockedAddress, Blocking } from "./queries.ts";
import type { BlockedAddressJson, BlockingJson } from "./schema.ts";

export const toBlockedAddressJson = ({ id, label, createdAt, isEffective }: BlockedAddress): BlockedAddressJson => ({
  id,
  label,
  createdAt: createdAt.toISOString(),
  effective: isEffective,
});

export const toBlockingJson = ({ words, addresses, asksProof }: Blocking): BlockingJson => ({
  words,
  addresses: addresses.map(toBlockedAddressJson),
  asksProof,
});
