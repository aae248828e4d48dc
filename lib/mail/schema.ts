import { z } from "zod";

/** Whether, and of what, the person who asks is told by mail. */
export const AccountMailJson = z
  .strictObject({
    /** Whether this service sends mail at all. */
    available: z.boolean(),
    /** Whether the account's e-mail was confirmed. Nobody is told at one that was not. */
    confirmed: z.boolean(),
    /** Whether a link that confirms the email was sent in the last 7 days. One address gets only a few emails an hour. */
    confirmationSent: z.boolean(),
    /** Told of messages that went unseen. */
    alerts: z.boolean(),
  })
  .meta({ id: "AccountMail" });
export type AccountMailJson = z.infer<typeof AccountMailJson>;

export const AccountMailResponse = z.strictObject({ mail: AccountMailJson });
export const UpdateAccountMailBody = z.object({ alerts: z.boolean().exactOptional() });
export type UpdateAccountMailBody = z.infer<typeof UpdateAccountMailBody>;

/** The same for one site. */
export const SiteMailJson = z
  .strictObject({
    available: z.boolean(),
    /** The person who asks is told of this site's messages, unless they are told of none. */
    alerts: z.boolean(),
    /** Visitors who left an e-mail are told of answers that they have not seen. */
    visitorAnswers: z.boolean(),
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
