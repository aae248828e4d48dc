import { emailKey } from "#platform/email-address.ts";
import { env } from "#platform/env.ts";
import { TryAgain } from "#platform/jobs/worker.ts";
import type { MailContent } from "#platform/mail/message.ts";
import { workspaceUrl } from "../../../base/access/workspace-url.ts";
import { STOP_REASONS } from "../../../outbox/webhooks/stop-reasons.ts";
import { findStatusNews } from "../../status/findings.system.ts";
import { isOperator } from "../../status/operators.system.ts";
import { confirmUrl } from "../confirm-link.ts";
import { storeOneTimeLink } from "../one-time-links.system.ts";
import {
  findMailedUser,
  findOfferedOwnership,
  findRequirement,
  findStoppedEndpoint,
  listLapsingDevices,
  type MailedUser,
} from "../queries/account.system.ts";
import { findWantedWorkspace } from "../queries/invitation.system.ts";
import type { MailEnd, MailRow } from "../queries/mail-row.system.ts";
import {
  addressChangedMail,
  confirmAddressMail,
  devicesLapsingMail,
  ownershipOfferedMail,
  passkeyMail,
  resetPasswordMail,
  secondFactorDueMail,
  secondFactorFailingMail,
  serviceStatusMail,
  testMail,
  webhookStoppedMail,
} from "../templates/account.ts";
import type { Decision } from "./decision.ts";

type MailToVisitor = "visitor_answer" | "visitor_rating" | "transcript" | "confirm_transcript";

type AccountMailRow = MailRow & {
  kind: Exclude<
    MailRow["kind"],
    "owner_alert" | "member_alert" | "invitation" | "reply_back" | "round_trip" | "digest" | MailToVisitor
  >;
};

/** Decides what to send to the owner of an account. */
export async function decideAccountMail(
  row: AccountMailRow,
  finish: (end: MailEnd) => Promise<unknown>,
): Promise<Decision> {
  const user = await findMailedUser(row);
  if (!user) return { skip: "The account was deleted or disabled.", finish };
  const words = await contentOf(row, user);
  if (typeof words === "string") return { skip: words, finish };
  return { mail: { ...words, id: row.id, to: row.recipient ?? user.email }, finish };
}

/** Returns the content of an email, or why it isn't sent. */
async function contentOf(
  { id, kind, workspaceId, siteId, recipient }: AccountMailRow,
  user: MailedUser,
): Promise<MailContent | string> {
  const { BASE_URL } = env();
  if (kind === "address_changed")
    return recipient ? addressChangedMail(BASE_URL) : "The previous email is no longer stored.";
  // Sent to the address from that time, so that a thief who changes it next can't keep the warning from it.
  if (kind === "passkey_added" || kind === "passkey_removed") return passkeyMail(kind, `${BASE_URL}/forgot-password`);
  if (recipient !== null && emailKey(recipient) !== emailKey(user.email))
    return "The account has another email address now.";
  if (kind === "confirm_address") {
    if (user.isConfirmed) return "The email is already confirmed.";
    const wanted = await findWantedWorkspace(user.userId);
    return confirmAddressMail(confirmUrl({ ...user, joins: wanted !== null }), wanted);
  }
  if (kind === "reset_password") {
    const token = await storeOneTimeLink({ mailId: id, kind: "reset", userId: user.userId });
    return resetPasswordMail(`${BASE_URL}/reset-password#${token}`);
  }
  // Everything else goes only to an address whose owner has confirmed it.
  if (!user.isConfirmed) return "Your email isn’t confirmed.";
  const urlOf = (path: string) => workspaceUrl(workspaceId, path);
  if (kind === "test") return testMail(urlOf("/inbox"));
  if (kind === "second_factor_failing") return secondFactorFailingMail(urlOf("/settings/account/security"));
  if (kind === "second_factor_due") {
    const requirement = await findRequirement(id);
    if (!requirement) return "Two-factor login is set up, or no longer required.";
    return secondFactorDueMail({ ...requirement, url: urlOf("/settings/account/security") });
  }
  if (kind === "ownership_offered") {
    const offer = await findOfferedOwnership(id);
    return offer ? ownershipOfferedMail({ ...offer, url: urlOf("/settings/team") }) : "The offer is no longer open.";
  }
  if (kind === "device_lapsing") {
    const names = await listLapsingDevices(user.userId);
    return names.length > 0
      ? devicesLapsingMail(names, urlOf("/settings/account/notifications"))
      : "The device was used again.";
  }
  if (kind === "service_status") {
    const news = (await isOperator(user)) ? await findStatusNews(id) : null;
    return news ? serviceStatusMail(news, urlOf("/settings/status")) : "Nothing has changed since the last one.";
  }
  // One that a newer version queued: its process sends it at a later attempt.
  if (kind !== "webhook_stopped") throw new TryAgain(`This version doesn't know the email "${kind satisfies never}".`);
  const endpoint = siteId && (await findStoppedEndpoint(siteId, id));
  if (!endpoint) return "The webhook works again.";
  return webhookStoppedMail({
    siteName: endpoint.siteName,
    host: new URL(endpoint.url).host,
    reason: STOP_REASONS[endpoint.reason],
    url: urlOf(`/settings/sites/${siteId}/webhooks/${endpoint.id}`),
  });
}
