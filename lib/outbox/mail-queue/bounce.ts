import { z } from "zod";
import { dateTime } from "#platform/timestamp.ts";

/** Why emails to an address come back. */
export const BounceJson = z
  .strictObject({
    since: dateTime,
    status: z.string().describe("The status (RFC 3463), such as `5.1.1` for a mailbox that doesn't exist."),
    says: z.string().describe("What the server said. It may be empty."),
  })
  .meta({ id: "Bounce" });
export type BounceJson = z.infer<typeof BounceJson>;

/** Splits what's stored of a bounce: the status, and the server's text. */
export function toBounceJson({ at, bounce }: { at: Date; bounce: string | null }): BounceJson {
  const [, status = "", says = ""] = /^(5\.\d+\.\d+)?\s*(.*)$/s.exec(bounce ?? "") ?? [];
  return { since: at.toISOString(), status, says };
}
