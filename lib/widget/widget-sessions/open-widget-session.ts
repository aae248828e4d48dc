import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { findOpenQuestions } from "../../desk/answers/queries.ts";
import { toVisitorConversationJson } from "../../desk/conversations/json.ts";
import type { VisitorConversationRow } from "../../desk/conversations/statements.ts";
import { fileLimits } from "../../files/files/limits.ts";
import { pictureUrl } from "../../files/pictures/picture-url.ts";
import { originAllowed } from "../../sites/sites/domain.ts";
import { VisitorsSettings } from "../../sites/sites/schema.ts";
import { findSiteForCaller, type OpenedSite } from "../../sites/sites/site-by-key.system.ts";
import { findAvailablePeople, type ShownPerson } from "../../team/members/available-people.system.ts";
import type { WidgetSessionResponse } from "./schema.ts";
import { signVisitorToken, signWidgetToken } from "./widget-token.ts";

/**
 * Returns the site whose widget is being opened. `origin` is the request's, null for none. Throws `not_found` for an
 * unknown key, `origin_not_allowed`, or `not_accepted` for a blocked address.
 */
export async function findWidgetSite(
  siteKey: string,
  origin: string | null,
  clientAddress: string | null,
): Promise<OpenedSite> {
  const site = await findSiteForCaller(siteKey, clientAddress);
  if (!site) throw new AppError("not_found");
  if (!originAllowed(site.domain, origin, env().BASE_URL)) throw new AppError("origin_not_allowed");
  if (!site.isOpen) throw new AppError("not_accepted");
  return site;
}

/** What a session has of its visitor, and the widget's language. */
type Shown = { conversation: VisitorConversationRow | null; isEmailKnown: boolean; language: string | undefined };

/** Opens a visitor's session on a site (contract.md section 4): their tokens, the site's look, and the conversation to show. */
export async function openWidgetSession(
  scope: VisitorScope,
  site: OpenedSite,
  { conversation, isEmailKnown, language }: Shown,
): Promise<WidgetSessionResponse> {
  const [{ token, expiresAt }, visitorToken, people, questions] = await Promise.all([
    signWidgetToken(scope),
    signVisitorToken(scope),
    site.openTimes ? findAvailablePeople(site.id) : [],
    findOpenQuestions(scope, site.questions, language),
  ]);
  return {
    token,
    expiresAt: expiresAt.toISOString(),
    now: new Date().toISOString(),
    visitorId: scope.visitorId,
    visitorToken,
    site: {
      ...VisitorsSettings.parse(site),
      emailReplies: isMailOn() && site.emailsVisitors,
      appearance: site.appearance,
      ...(site.logoHash !== null && { logoUrl: pictureUrl(site.logoHash) }),
      ...(site.personName !== null && { personName: site.personName }),
      ...(site.personPhotoHash !== null && { personPhotoUrl: pictureUrl(site.personPhotoHash) }),
      ...(site.replyMinutes !== null && { replyMinutes: site.replyMinutes }),
      ...(site.openTimes && { openTimes: site.openTimes }),
      ...(people.length > 0 && { people: people.map(toPersonJson) }),
      ...(questions.length > 0 && { questions }),
      files: fileLimits(site.fileKinds),
    },
    emailKnown: isEmailKnown,
    ...(conversation && { conversation: toVisitorConversationJson(conversation) }),
  };
}

const toPersonJson = ({ name, photoHash }: ShownPerson) => ({
  name,
  ...(photoHash !== null && { photoUrl: pictureUrl(photoHash) }),
});
