import { z } from "zod";
import { dateTime } from "#platform/timestamp.ts";
import { givenPassword } from "../../base/sessions/schema.ts";
import { linkToken } from "../owners/schema.ts";

const PATH_MAX = 2_000;

const next = z
  .string()
  .max(PATH_MAX, `must be at most ${PATH_MAX} characters`)
  .describe("The path of the page to open afterwards. A path outside the service is replaced.");

export const StartOidcBody = z
  .object({
    next: next.exactOptional(),
    invitation: linkToken.exactOptional().describe("An invitation's token, to join without an account."),
  })
  .meta({ examples: [{ next: "/inbox" }] });

export const OidcStartedResponse = z.strictObject({
  url: z.string().describe("Where the person logs in. Open it in the browser that got this response's cookie."),
});

export const LinkOidcBody = z.object({ currentPassword: givenPassword, next: next.exactOptional() });

export const UnlinkOidcBody = z.object({ currentPassword: givenPassword });

/** The account's link with the login provider of the service. */
export const OidcLinkJson = z
  .strictObject({
    name: z.string().describe("The provider's name."),
    linked: z.boolean(),
    email: z
      .string()
      .exactOptional()
      .describe("The address that the provider gave when the account was linked. It may have changed since."),
    since: dateTime.exactOptional(),
    lastUsedAt: dateTime.exactOptional(),
    hasPassword: z.boolean().describe("Whether the account has a password. One created through the provider has none."),
    current: z.boolean().describe("Whether the caller's session was opened through the provider."),
  })
  .meta({ id: "OidcLink" });
export type OidcLinkJson = z.infer<typeof OidcLinkJson>;

export const OidcLinkResponse = z.strictObject({ oidc: OidcLinkJson });
