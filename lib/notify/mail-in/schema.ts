import { z } from "zod";
import { dateTime } from "#platform/timestamp.ts";
import { ASK_REASONS } from "../../desk/replies/draft.ts";

export const ReceiveMailResponse = z.strictObject({
  mail: z.strictObject({
    id: z.uuid(),
    repeated: z.boolean().describe("It was received before, from the same sender and for the same recipients."),
  }),
});

/** What became of a delivery report. */
export type ReportEnd = "marked" | "noted" | "repeated" | "delayed" | "unmatched";

/** Why a received email didn't become a message. */
export type Refusal =
  | "no_address"
  | "gone"
  | "blocked"
  | "machine"
  | "empty"
  | "not_accepted"
  | "removed"
  | "too_large"
  | "full"
  | PersonsRefusal;

/** Why a person's reply isn't sent. One that's `asked` or `held` is, if they say so. */
export type PersonsRefusal =
  | "asked"
  | "held"
  | "no_access"
  | "blocked"
  | "several"
  | "empty"
  | "too_long"
  | "encrypted"
  | "unreadable"
  | "newer_conversation";

const token = z.string().min(1, "must not be empty").max(500);

export const ReplyLinkBody = z
  .object({ token })
  .meta({ examples: [{ token: "uYx6cYbnTqkn9S3eQ1l4Gk0V0bI5yJX4c2m3oH7tQ8w" }] });

/** What a reply's link would send. */
export const ReplyLinkResponse = z
  .strictObject({
    siteName: z.string(),
    visitorName: z.string().describe("What the team calls the visitor."),
    text: z.string().describe("What the visitor would get. Empty if there are only files."),
    files: z.array(z.strictObject({ name: z.string(), size: z.int() })),
    why: z
      .enum([...ASK_REASONS, "held"])
      .describe(
        "Why it wasn't sent: it isn't certain that it's the person's, or a teammate has replied since (`held`).",
      ),
    from: z.string().exactOptional().describe("The address that the email names as its sender."),
    newer: z
      .array(z.strictObject({ senderName: z.string(), body: z.string(), createdAt: dateTime }))
      .exactOptional()
      .describe("With `held`, what teammates have sent since."),
    until: dateTime.describe("When the link stops working."),
  })
  .meta({ id: "ReplyLink" });
export type ReplyLinkResponse = z.infer<typeof ReplyLinkResponse>;
