import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { readRange } from "./rules.ts";

export const BLOCKED_WORDS_MAX = 200;
export const BLOCKED_WORD_LENGTH_MAX = 100;
const LABEL_DEFAULT = "Entered by hand";

const word = oneLine(BLOCKED_WORD_LENGTH_MAX).refine(
  (value) => /[\p{L}\p{N}]/u.test(value),
  "must have a letter or a digit",
);

export const UpdateBlockingBody = z.object({
  words: z.array(word).max(BLOCKED_WORDS_MAX, `must be at most ${BLOCKED_WORDS_MAX}`).exactOptional(),
  asksProof: z.boolean("must be true or false").exactOptional(),
});
export type UpdateBlockingBody = z.infer<typeof UpdateBlockingBody>;

/** An address or a network, stored as a hash only. */
export const BlockAddressBody = z.object({
  address: z
    .string()
    .check((given) => {
      const read = readRange(given.value);
      if ("problem" in read) given.issues.push({ code: "custom", message: read.problem, input: given.value });
    })
    .describe(
      "An IPv4 address or its /24 or /16, or an IPv6 address or its /64, /56, /48 or /32. IPv6 spellings of an IPv4 address mean that IPv4 address.",
    ),
  label: oneLine(80).default(LABEL_DEFAULT),
});
export type BlockAddressBody = z.infer<typeof BlockAddressBody>;

export const BlockedAddressParams = z.object({
  siteId: uuid,
  addressId: uuid,
});

/** A blocked address, without the address itself. */
export const BlockedAddressJson = z
  .strictObject({
    id: z.uuid(),
    label: z.string(),
    createdAt: dateTime,
    effective: z
      .boolean()
      .describe(
        "False if the address was saved by an earlier version in an IPv6 spelling of an IPv4 address. It blocks no one: delete it and add the IPv4 address.",
      ),
  })
  .meta({ id: "BlockedAddress" });
export type BlockedAddressJson = z.infer<typeof BlockedAddressJson>;

/** What a site blocks. */
export const BlockingJson = z
  .strictObject({
    words: z.array(z.string()),
    addresses: z.array(BlockedAddressJson),
    /** Whether browsers have to solve a challenge while very many conversations start. */
    asksProof: z.boolean(),
  })
  .meta({ id: "Blocking" });
export type BlockingJson = z.infer<typeof BlockingJson>;

export const BlockingResponse = z.strictObject({ blocking: BlockingJson });
export const BlockedAddressResponse = z.strictObject({ address: BlockedAddressJson });
