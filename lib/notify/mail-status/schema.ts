import { z } from "zod";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { CHECK_STATES } from "../status/schema.ts";

export const ReceivedMailParams = z.object({ receivedId: uuid });

const found = {
  state: z.enum(CHECK_STATES),
  says: z.string().describe("What was found, in one sentence."),
  todo: z.string().nullable().describe("What to do about it."),
};

/** One part of the way that email takes. */
export const MailHopJson = z.strictObject(found).meta({ id: "MailHop" });
export type MailHopJson = z.infer<typeof MailHopJson>;

/** What DNS says of the domains that email is sent from and received at. */
export const MailRecordJson = z
  .strictObject({
    what: z.enum(["spf", "dkim", "dmarc", "mx"]),
    domain: z.string(),
    ...found,
  })
  .meta({ id: "MailRecord" });
export type MailRecordJson = z.infer<typeof MailRecordJson>;

export const ReceivedMailJson = z
  .strictObject({
    id: z.uuid(),
    at: dateTime,
    status: z
      .string()
      .describe(
        "`pending` waits to be read, or for room. `stored` became a message, and `duplicate` had done so. `refused`, `failed`, `bounce` (a delivery report) and `test` became none. A teammate's that's `refused` as `asked` or `held` is sent if they say so.",
      ),
    reason: z.string().nullable(),
    from: z.string().nullable().describe("Null if it became a message or is a teammate's: that's for its team alone."),
    size: z.int(),
    hasOriginal: z
      .boolean()
      .describe("Whether it can be downloaded as it came. One that became a message or is a teammate's can't, here."),
    canRetry: z.boolean(),
  })
  .meta({ id: "ReceivedMail" });
export type ReceivedMailJson = z.infer<typeof ReceivedMailJson>;

/** The last test of both directions. */
export const MailTestJson = z
  .strictObject({
    startedAt: dateTime,
    state: z
      .enum(["waiting", "back", "late", "failed"])
      .describe("`late` is one that hasn't come back in ten minutes."),
    reason: z.string().nullable().describe("Why it couldn't be sent."),
    seconds: z.number().nullable().describe("How long it took to come back."),
    results: z
      .string()
      .nullable()
      .describe("What the server that received it said of its sender: its Authentication-Results."),
    dkim: z
      .array(z.strictObject({ domain: z.string(), passes: z.boolean() }))
      .describe("Its signatures, as the service checked them."),
  })
  .meta({ id: "MailTest" });
export type MailTestJson = z.infer<typeof MailTestJson>;

/** The next thing to set up, in this order. `none` if everything is. */
export const SETUP_STEPS = ["smtp", "address", "first", "none"] as const;

export const MailStatusResponse = z.strictObject({
  next: z
    .enum(SETUP_STEPS)
    .describe(
      "What to set up next: a mail server (`smtp`), or an address for replies and a way in (`address`). `first`: all is set, and no email has come in yet.",
    ),
  out: MailHopJson.describe("Whether the mail server takes email."),
  in: z.array(MailHopJson).describe("Each way in."),
  leftAlone: z.int().describe("Emails in the mailbox that aren't for the service, and were left as they are."),
  bounces: MailHopJson.describe("Whether reports about undeliverable emails arrive, and how many did."),
  records: z.array(MailRecordJson),
  lastReceivedAt: dateTime.nullable(),
  test: MailTestJson.nullable(),
  received: z.array(ReceivedMailJson).max(50).describe("The last 50, newest first."),
});
export type MailStatusJson = z.infer<typeof MailStatusResponse>;
