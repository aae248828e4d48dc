import { z } from "zod";
import { dateTime } from "#platform/timestamp.ts";
import { givenPassword } from "../../base/sessions/schema.ts";

/** Any text is either right or wrong. */
export const givenCode = z
  .string()
  .min(1, "must not be empty")
  .max(100)
  .describe("A code of the app, or a recovery code.");

export const StartSecondFactorBody = z.object({ currentPassword: givenPassword });
export const ConfirmSecondFactorBody = z.object({ code: givenCode.describe("A code of the app.") });
/** What proves that it's the account's owner who changes how they log in. */
export const ProofBody = z.object({ currentPassword: givenPassword, code: givenCode });
export type ProofBody = z.infer<typeof ProofBody>;

export const FinishLogInBody = z.object({
  challenge: z.string().min(1, "must not be empty").max(200).describe("From the response of `POST /auth/login`."),
  code: givenCode,
});
export type FinishLogInBody = z.infer<typeof FinishLogInBody>;

export const SecondFactorJson = z
  .strictObject({
    enabled: z.boolean(),
    since: dateTime.exactOptional(),
    recoveryCodesLeft: z.int().min(0).exactOptional(),
    requiredBy: z
      .array(z.strictObject({ workspaceName: z.string(), from: dateTime }))
      .describe("The workspaces that require two-factor login, and from when."),
  })
  .meta({ id: "SecondFactor" });
export type SecondFactorJson = z.infer<typeof SecondFactorJson>;

export const SecondFactorResponse = z.strictObject({ secondFactor: SecondFactorJson });

export const SecondFactorSetupResponse = z.strictObject({
  secret: z.string().describe("In base32, to be typed into the app."),
  uri: z.string().describe("What the QR code contains: `otpauth://totp/…`."),
});
export type SecondFactorSetupResponse = z.infer<typeof SecondFactorSetupResponse>;

export const RecoveryCodesResponse = z.strictObject({
  recoveryCodes: z.array(z.string()).describe("Ten codes that work once each. They're in no other response."),
});
export type RecoveryCodesResponse = z.infer<typeof RecoveryCodesResponse>;
