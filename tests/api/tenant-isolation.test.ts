import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { routePaths } from "../../server/http/api-router.ts";
import { send } from "../support/api-client.ts";
import { newConversation, openWidget, start } from "../support/factories.ts";
import { type Caller, expectNotFound, type Place, WITH_ID } from "../support/route-objects.ts";

// What a link contains is proof enough, and names no object.
const WITH_PROOF: Record<string, string> = {
  "GET /mail/unsubscribe/[token]": "takes no token but the path's: mail.alerts.test.ts",
  "POST /mail/unsubscribe/[token]": "takes no token but the path's: mail.alerts.test.ts",
  "GET /files/[fileId]/[name]": "isn't JSON: files.test.ts and files.links.test.ts",
  "GET /pictures/[picture]": "is for anyone: pictures.test.ts",
  "GET /conversations/[conversationId]/messages/[messageId]/original": "needs an email: mail-in.visitors.test.ts",
  "GET /status/mail/[receivedId]/original": "is about the service, for its operators: mail-status.test.ts",
  "POST /status/mail/[receivedId]/retry": "is about the service, for its operators: mail-status.test.ts",
  "PUT /public/conversations/[conversationId]/rating":
    "needs a closed conversation that was replied to: ratings.test.ts",
  "PUT /public/conversations/[conversationId]/answers": "needs a site with questions: answers.test.ts",
  "POST /public/conversations/[conversationId]/transcript": "needs a mail server: transcripts.mail.test.ts",
};

const WITHOUT_ID: Record<string, string> = {
  "GET /account": "speaks of the token's own user",
  "PATCH /account": "changes the token's own user",
  "DELETE /account": "erases the token's own user: account.erase.test.ts",
  "GET /account/checklist": "speaks of the token's own workspace: account.preferences.test.ts",
  "PUT /account/photo": "changes the token's own user: pictures.test.ts",
  "DELETE /account/photo": "changes the token's own user: pictures.test.ts",
  "POST /account/password": "changes the token's own user: account.password.test.ts",
  "GET /account/sessions": "lists the token's own user's sessions: account.sessions.test.ts",
  "DELETE /account/sessions": "ends the token's own user's sessions: account.sessions.test.ts",
  "GET /account/keys": "lists the token's own user's keys: account.keys.test.ts",
  "POST /account/keys": "creates a key of the token's own user: account.keys.test.ts",
  "GET /account/membership": "speaks of the token's own membership: members.test.ts",
  "PATCH /account/membership": "changes the token's own membership: members.test.ts",
  "GET /workspaces": "lists the token's own user's workspaces: workspaces.test.ts",
  "POST /workspaces": "creates one of the token's own user: workspaces.test.ts",
  "GET /workspace": "speaks of the token's own workspace: workspaces.test.ts",
  "PATCH /workspace": "changes the token's own workspace: workspaces.test.ts",
  "DELETE /workspace": "erases the token's own workspace: workspaces.test.ts",
  "PATCH /workspace/security": "changes the token's own workspace: workspaces.test.ts",
  "GET /workspace/ownership-offer": "speaks of the token's own workspace: workspaces.test.ts",
  "POST /workspace/ownership-offer": "is made to a member of the token's own workspace: workspaces.test.ts",
  "DELETE /workspace/ownership-offer": "ends that of the token's own workspace: workspaces.test.ts",
  "POST /workspace/ownership-offer/accept": "accepts what was offered to the token's own user: workspaces.test.ts",
  "GET /workspace/keys": "lists the token's own workspace's: workspaces.test.ts",
  "GET /members": "lists the token's own workspace's: members.test.ts",
  "GET /activity": "lists the token's own workspace's: activity.test.ts",
  "GET /activity/export": "exports the token's own workspace's: activity.test.ts",
  "GET /invitations": "lists the token's own workspace's: invitations.test.ts",
  "POST /invitations": "invites to the token's own workspace: invitations.test.ts",
  "POST /invitations/preview": "takes no token but its own: invitations.test.ts",
  "GET /account/invitations": "lists those to the caller's own address: invitations.test.ts",
  "POST /account/invitations": "takes the invitation's own token too: invitations.test.ts",
  "POST /auth/accept-invitation": "takes no token but its own: invitations.test.ts",
  "GET /account/channels": "lists the token's own user's channels: push.test.ts",
  "PUT /account/device": "registers a device of the token's own user: push.test.ts",
  "POST /account/telegram/code": "creates a code of the token's own user: telegram.test.ts",
  "GET /account/notifications": "speaks of the token's own user: notification-settings.test.ts",
  "PATCH /account/notifications": "changes the token's own user: notification-settings.test.ts",
  "POST /account/channels": "adds to the token's own user: channels.test.ts",
  "GET /account/mail": "speaks of the token's own user: mail.account.test.ts",
  "PATCH /account/mail": "changes the token's own user: mail.alerts.test.ts",
  "POST /account/presence": "changes the token's own user: mail.alerts.test.ts",
  "POST /account/confirmation": "mails the token's own user: mail.account.test.ts",
  "POST /auth/forgot-password": "takes no token: mail.account.test.ts",
  "POST /auth/reset-password": "takes no token but its own: mail.account.test.ts",
  "POST /auth/confirm-email": "takes no token but its own: mail.account.test.ts",
  "POST /inbound/mail": "takes no token but a signature: inbound.test.ts",
  "POST /public/continue": "takes no token but its own: mail.replies.test.ts",
  "PUT /public/rating": "takes no token but its own: ratings.mail.test.ts",
  "POST /public/rating/preview": "takes no token but its own: ratings.mail.test.ts",
  "POST /mail/replies": "takes no token but its own: mail-in.held.test.ts",
  "POST /mail/replies/preview": "takes no token but its own: mail-in.held.test.ts",
  "POST /public/transcript": "takes no token but its own: transcripts.mail.test.ts",
  "POST /auth/login": "takes no token",
  "POST /auth/login/second-factor": "takes no token but its challenge: second-factor.test.ts",
  "POST /auth/oidc/start": "takes no token",
  "GET /auth/oidc/callback": "takes no token but the cookie of its login: oidc.test.ts",
  "GET /account/oidc": "speaks of the token's own user: oidc.test.ts",
  "POST /account/oidc": "links the token's own user: oidc.test.ts",
  "DELETE /account/oidc": "unlinks the token's own user: oidc.test.ts",
  "POST /account/oidc/confirm": "links the token's own user: oidc.test.ts",
  "GET /account/second-factor": "speaks of the token's own user: second-factor.test.ts",
  "POST /account/second-factor": "changes the token's own user: second-factor.test.ts",
  "DELETE /account/second-factor": "changes the token's own user: second-factor.test.ts",
  "POST /account/second-factor/confirm": "changes the token's own user: second-factor.test.ts",
  "POST /account/second-factor/recovery-codes": "changes the token's own user: second-factor.test.ts",
  "POST /auth/login/passkey/options": "takes no token: passkeys.test.ts",
  "POST /auth/login/passkey": "takes no token but its challenge: passkeys.test.ts",
  "GET /account/passkeys": "lists the token's own user's: passkeys.test.ts",
  "POST /account/passkeys": "adds to the token's own user: passkeys.test.ts",
  "POST /account/passkeys/options": "is about the token's own user: passkeys.test.ts",
  "GET /status": "is about the service, for its operators: status.test.ts",
  "GET /status/mail": "is about the service, for its operators: mail-status.test.ts",
  "POST /status/mail/test": "is about the service, for its operators: mail-status.test.ts",
  "POST /browser-errors": "takes no token and stores nothing: browser-errors.test.ts",
  "POST /notifications/receipts": "takes no token but a message's own receipt: push.test.ts",
  "POST /auth/logout": "ends the token's own session",
  "POST /auth/register": "takes no token",
  "GET /sites": "lists the token's own sites: sites.test.ts",
  "POST /sites": "creates a site in the token's own workspace: sites.test.ts",
  "GET /saved-replies": "lists the token's own workspace's: saved-replies.test.ts",
  "POST /saved-replies": "creates one in the token's own workspace: saved-replies.test.ts",
  "GET /views": "lists the token's own workspace's: views.test.ts",
  "POST /views": "creates one in the token's own workspace: views.test.ts",
  "GET /views/counts": "counts the token's own workspace's: views.test.ts",
  "GET /conversations": "lists the token's own conversations, and none for a foreign siteId: conversations.test.ts",
  "GET /conversations/unread": "counts the token's own conversations: unread-counts.test.ts",
  "GET /conversations/waiting": "lists the token's own workspace: e2e/waiting.test.ts",
  "GET /conversations/counts": "counts the token's own conversations: conversations.counts.test.ts",
  "POST /files": "uploads to one of the token's own sites: files.test.ts",
  "POST /public/files": "uploads the token's own visitor's: files.test.ts",
  "GET /workspace/files": "counts the token's own workspace's: files.test.ts",
  "GET /labels": "lists the token's own workspace's labels: labels.test.ts",
  "POST /labels": "creates a label in the token's own workspace: labels.test.ts",
  "GET /deliveries/failed": "lists the token's own workspace's: deliveries.test.ts",
  "GET /events": "streams the token's own workspace: events.test.ts",
  "GET /public/events": "streams the token's own visitor: public.events.test.ts",
  "POST /public/widget-session": "takes no token",
  "PATCH /public/visitor": "changes the token's own visitor: public.visitor.test.ts",
  "GET /public/conversations": "lists the visitor's own conversations: public.conversations.test.ts",
  "POST /public/conversations": "writes for the token's own visitor: public.conversations.test.ts",
};

// Documents and scripts that are the same for everybody.
const NO_API = new Set(["/widget.js", "/widget/dialog.js", "/widget/frame", "/widget/[file]", "/openapi.json"]);

const paths = routePaths()
  .map(({ segments }) => `/${segments.join("/")}`)
  .filter((path) => !NO_API.has(path));

async function methodsOf(path: string): Promise<string[]> {
  const response = await send("OPTIONS", path.replaceAll(/\[\w+\]/g, randomUUID()));
  return (response.headers.get("allow") ?? "")
    .split(", ")
    .filter((method) => method !== "HEAD" && method !== "OPTIONS");
}

test("every route and method is in the tables", async () => {
  const served = await Promise.all(
    paths.map(async (path) => (await methodsOf(path)).map((method) => `${method} ${path}`)),
  );
  const known = new Set([WITH_ID, WITH_PROOF, WITHOUT_ID].flatMap(Object.keys));
  for (const one of served.flat()) {
    expect(
      known.has(one),
      `${one} is not covered: add it to WITH_ID in tests/support/route-objects.ts, or to WITHOUT_ID in this file`,
    ).toBe(true);
    expect(one in WITH_ID || one in WITH_PROOF, `${one} is in the wrong table`).toBe(one.includes("["));
    known.delete(one);
  }
  expect([...known], "routes in the tables that are no longer served").toEqual([]);
});

const ownerOf = (place: Place): Caller => ({ place, token: place.owner.token });
const visitorOf = (place: Place, { token } = place.visitor): Caller => ({ place, token });

for (const name of Object.keys(WITH_ID)) {
  const callerOf = name.includes("/public/") ? visitorOf : ownerOf;

  test(`${name} treats another owner's id like an unknown one, and changes nothing (A10, A14)`, async () => {
    const [own, foreign] = [await newConversation(), await newConversation()];
    await expectNotFound(name, [callerOf(own)], callerOf(foreign));
  });

  if (callerOf === ownerOf) continue;

  test(`${name} treats another visitor of the same site the same way (A9)`, async () => {
    const foreign = await newConversation();
    const silent = await openWidget(foreign.site);
    await expectNotFound(name, [visitorOf(foreign, silent)], visitorOf(foreign));
    const writing = await openWidget(foreign.site);
    await start(writing, "Hello");
    await expectNotFound(name, [visitorOf(foreign, writing)], visitorOf(foreign));
  });
}
