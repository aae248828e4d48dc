import { z } from "zod";
import { emailAddress, longText, oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { givenPassword, PASSWORD_MAX } from "../../base/sessions/schema.ts";
import { holdSeconds } from "../../desk/scheduled-replies/schema.ts";
import { photoUrl } from "../../files/pictures/schema.ts";

export const NAME_MAX = 80;
const PASSWORD_MIN = 8;

export const newPassword = longText(PASSWORD_MAX, PASSWORD_MIN);
export const RegisterBody = z.object({
  email: emailAddress,
  password: newPassword,
  name: oneLine(NAME_MAX).exactOptional(),
});

export const LogInBody = z.object({ email: longText(320), password: givenPassword });

/** The token of a link in an email. Any text is accepted here. */
export const linkToken = z.string().min(1, "must not be empty").max(500);

export const ForgotPasswordBody = z.object({ email: longText(320) });
export const ResetPasswordBody = z.object({ token: linkToken, newPassword });
export const ConfirmEmailBody = z.object({ token: linkToken });

/** How the dashboard looks and works for one person. */
export const Preferences = z
  .strictObject({
    theme: z.enum(["system", "light", "dark"]).describe("The dashboard's colors."),
    listDensity: z.enum(["comfortable", "compact"]).describe("How much room a row of the inbox takes."),
    afterClosing: z
      .enum(["next", "stay"])
      .describe("Whether closing a conversation in the inbox opens the next one, or stays."),
    holdSeconds: holdSeconds.describe(
      "For how many seconds the dashboard holds a reply after Send, so that it can be taken back.",
    ),
    checklist: z.enum(["shown", "hidden"]).describe("The list of first steps."),
  })
  .meta({ id: "Preferences" });
export type Preferences = z.infer<typeof Preferences>;

const { theme, listDensity, afterClosing, checklist } = Preferences.shape;
const PreferencesBody = z.object({
  theme: theme.exactOptional(),
  listDensity: listDensity.exactOptional(),
  afterClosing: afterClosing.exactOptional(),
  holdSeconds: Preferences.shape.holdSeconds.exactOptional(),
  checklist: checklist.exactOptional(),
});

export const UpdateAccountBody = z
  .object({
    name: oneLine(NAME_MAX).exactOptional(),
    email: emailAddress.exactOptional(),
    currentPassword: givenPassword.exactOptional(),
    preferences: PreferencesBody.exactOptional(),
  })
  .refine(({ email, currentPassword }) => email === undefined || currentPassword !== undefined, {
    path: ["currentPassword"],
    error: "is required to change the email address",
  });
export type UpdateAccountBody = z.infer<typeof UpdateAccountBody>;

export const ChangePasswordBody = z.object({ currentPassword: givenPassword, newPassword });

export const CloseAccountBody = z.object({ currentPassword: givenPassword });

export const SessionParams = z.object({ sessionId: uuid });

export const UserJson = z
  .strictObject({
    id: z.uuid(),
    email: z.string(),
    name: z.string().exactOptional(),
    photoUrl,
    createdAt: dateTime,
  })
  .meta({ id: "User" });
export type UserJson = z.infer<typeof UserJson>;

export const AccountJson = z.strictObject({ ...UserJson.shape, preferences: Preferences }).meta({ id: "Account" });
export type AccountJson = z.infer<typeof AccountJson>;

export const AccountResponse = z.strictObject({ user: AccountJson });
export const SessionResponse = z.strictObject({ user: UserJson, token: z.string(), expiresAt: dateTime });

/** One of an owner's own sessions. */
export const ListedSessionJson = z
  .strictObject({
    id: z.uuid(),
    createdAt: dateTime,
    lastSeenAt: dateTime,
    device: z.string().exactOptional(),
    current: z.boolean(),
  })
  .meta({ id: "Session" });
export type ListedSessionJson = z.infer<typeof ListedSessionJson>;

export const SessionListResponse = z.strictObject({ sessions: z.array(ListedSessionJson) });

/** What a new account still has to do. */
export const ChecklistJson = z
  .strictObject({
    site: z.boolean().describe("Whether there's a site."),
    tagSeen: z
      .strictObject({ siteId: z.uuid(), host: z.string(), at: dateTime, allowed: z.boolean() })
      .exactOptional()
      .describe("Where a site's script was last loaded."),
    firstMessage: z.boolean().describe("Whether a message has arrived, a test message included."),
    emailConfirmed: z.boolean().exactOptional().describe("Absent if the service can't send email."),
    teammate: z
      .boolean()
      .exactOptional()
      .describe("Whether another person has joined or is invited. Absent if the caller can't invite people."),
    hidden: z.boolean(),
  })
  .meta({ id: "Checklist" });
export type ChecklistJson = z.infer<typeof ChecklistJson>;

export const ChecklistResponse = z.strictObject({ checklist: ChecklistJson });
