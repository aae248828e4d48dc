import { z } from "zod";
import { BounceJson } from "../../outbox/mail-queue/bounce.ts";

/** The caller's email settings. */
export const AccountMailJson = z
  .strictObject({
    /** Whether this service sends email at all. */
    available: z.boolean(),
    /** Whether the account's email is confirmed. Without that, it gets no alerts. */
    confirmed: z.boolean(),
    /** Whether a link that confirms the email was sent in the last 7 days. One address gets only a few emails an hour. */
    confirmationSent: z.boolean(),
    /** Get emails about unread messages. */
    alerts: z.boolean(),
    bounced: BounceJson.exactOptional().describe(
      "Present if emails to the account's address come back. It gets no alerts until it's changed or confirmed, or you try again.",
    ),
  })
  .meta({ id: "AccountMail" });
export type AccountMailJson = z.infer<typeof AccountMailJson>;

export const AccountMailResponse = z.strictObject({ mail: AccountMailJson });
export const UpdateAccountMailBody = z.object({
  alerts: z.boolean().exactOptional(),
  bounced: z
    .literal(false, "must be false")
    .exactOptional()
    .describe("Emails to the address are tried again, although they came back."),
});
export type UpdateAccountMailBody = z.infer<typeof UpdateAccountMailBody>;

/** The email settings of one site. */
export const SiteMailJson = z
  .strictObject({
    available: z.boolean(),
    /** The caller gets emails about this site's messages, unless all alerts are off. */
    alerts: z.boolean(),
    /** Visitors who left an email address get unread replies by email. */
    visitorAnswers: z.boolean(),
    visitorMailsNeed: z
      .enum(["mail_server", "visitor_answers", "owner_confirmation"])
      .exactOptional()
      .describe(
        "What keeps all emails from visitors, so that none is asked for an address: no mail server, `visitorAnswers`, or that the workspace's owner hasn't confirmed their own address. Absent: nothing.",
      ),
  })
  .meta({ id: "SiteMail" });
export type SiteMailJson = z.infer<typeof SiteMailJson>;

export const SiteMailResponse = z.strictObject({ mail: SiteMailJson });
export const UpdateSiteMailBody = z.object({
  alerts: z.boolean().exactOptional(),
  visitorAnswers: z.boolean().exactOptional(),
});
export type UpdateSiteMailBody = z.infer<typeof UpdateSiteMailBody>;

export const UnsubscribeParams = z.object({ token: z.string().max(500) });
