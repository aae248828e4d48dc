import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import {
  AcceptedAsNewResponse,
  AcceptedInvitationResponse,
  InvitationLinkResponse,
  InvitationListResponse,
  InvitationPreviewResponse,
  NewInvitationResponse,
  ReceivedInvitationListResponse,
} from "#lib/people/invitations/schema.ts";
import { SessionResponse } from "#lib/people/owners/schema.ts";
import { WorkspaceListResponse } from "#lib/people/workspaces/schema.ts";
import { tokenIn } from "../support/account-mails.ts";
import { ask, askNothing, type Call, refuse, refuseFields, send } from "../support/api-client.ts";
import { newConversation, newEmail, newOwner, newPerson, type Owner, PASSWORD } from "../support/factories.ts";
import { type MailedOwner, type MailWorld, mailWorld } from "../support/mail-world.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

const invite = ({ token }: Pick<Owner, "token">, body: object, call: Call = {}) =>
  ask(NewInvitationResponse, 201, "POST", "/invitations", { ...call, token, body: { role: "agent", ...body } });

const tokenOf = ({ link }: { link: string }) => tokenIn("invite", link);

const accept = ({ token }: Pick<Owner, "token">, invitation: string, call: Call = {}) =>
  ask(AcceptedInvitationResponse, 200, "POST", "/account/invitations", { ...call, token, body: { token: invitation } });

const refuseAccept = (code: Parameters<typeof refuse>[0], { token }: Pick<Owner, "token">, invitation: string) =>
  refuse(code, "POST", "/account/invitations", { token, body: { token: invitation } });

const pending = async ({ token }: Owner) =>
  (await ask(InvitationListResponse, 200, "GET", "/invitations", { token })).invitations;

const preview = async (token: string, call: Call = {}) =>
  (await ask(InvitationPreviewResponse, 200, "POST", "/invitations/preview", { ...call, body: { token } })).invitation;

const membershipOf = ({ user }: Owner, workspaceId: string) =>
  sql("SELECT role, site_ids AS sites, standing FROM members WHERE user_id = $1 AND workspace_id = $2", [
    user.id,
    workspaceId,
  ]);

test.describe("without a mail server", () => {
  test("once its sites are deleted, an invitation joins no one, and no one with other sites sees it", async () => {
    const { owner, limitedAdmin, sites } = await newTeam();
    const gone = String(sites[1]?.id);
    const { link, invitation } = await invite(owner, { email: newEmail(), siteIds: [gone] });
    await send("DELETE", `/sites/${gone}`, { token: owner.token });
    expect((await pending(owner)).map(({ id }) => id)).toContain(invitation.id);
    expect(await pending(limitedAdmin)).toEqual([]);
    await refuse("not_found", "POST", `/invitations/${invitation.id}/link`, { token: limitedAdmin.token });
    const body = { token: tokenOf({ link }), password: PASSWORD };
    await refuse("link_gone", "POST", "/auth/accept-invitation", { body });
  });

  test("an admin with some sites gets an error that doesn't name the member with that address", async () => {
    const { owner, limitedAdmin, sites } = await newTeam();
    const body = { email: owner.email, role: "agent", siteIds: [sites[0]?.id] };
    const { detail } = await refuse("conflict", "POST", "/invitations", { token: limitedAdmin.token, body });
    expect(detail).toBe("This person is already in this workspace.");
  });

  test("the link joins an account with the invited address, once, whatever the address's capitals", async () => {
    const { owner, admin, workspaceId, sites } = await newTeam();
    const person = await newPerson();
    const siteIds = sites.slice(1).map(({ id }) => id);
    const made = await invite(admin, { email: person.email.toUpperCase(), role: "admin", siteIds });
    expect(made).toMatchObject({ emailed: false, invitation: { role: "admin", siteIds, invitedBy: admin.user.id } });
    expect(await pending(owner)).toEqual([made.invitation]);
    const token = tokenOf(made);
    expect(await preview(token)).toEqual({
      workspaceName: sites[0]?.name,
      invitedBy: admin.email,
      email: made.invitation.email,
      role: "admin",
      siteNames: ["Corner shop"],
      expiresAt: made.invitation.expiresAt,
      hasAccount: true,
      proves: false,
    });
    const { workspace } = await accept(person, token);
    expect(workspace).toMatchObject({ id: workspaceId, role: "admin", siteIds });
    expect(
      (await ask(WorkspaceListResponse, 200, "GET", "/workspaces", { token: person.token })).workspaces,
    ).toHaveLength(1);
    expect(await pending(owner)).toEqual([]);
    const { detail } = await refuseAccept("link_gone", person, token);
    expect(detail).toBe(
      `This invitation was used, revoked or replaced by a newer link, or it has expired. Ask ${owner.email} for a new one.`,
    );
    await refuse("link_gone", "POST", "/invitations/preview", { body: { token } });
    const stored = JSON.stringify(await sql("SELECT * FROM invitations WHERE workspace_id = $1", [workspaceId]));
    expect(stored).not.toContain(token);
  });

  test("a new account joins without a workspace of its own, even if sign-up is closed", { tag: "@all" }, async () => {
    await using service = await startProcess("closed", { SIGNUP: "closed" });
    const { baseUrl } = service;
    const { owner, workspaceId } = await newTeam();
    const email = newEmail();
    const token = tokenOf(await invite(owner, { email }));
    const call = { baseUrl, body: { token, name: "Bob", password: PASSWORD } };
    const {
      user,
      workspaceId: joined,
      ...session
    } = await ask(AcceptedAsNewResponse, 201, "POST", "/auth/accept-invitation", call);
    expect([user.email, user.name, joined]).toEqual([email, "Bob", workspaceId]);
    const { workspaces } = await ask(WorkspaceListResponse, 200, "GET", "/workspaces", {
      baseUrl,
      token: session.token,
    });
    expect(workspaces).toMatchObject([{ id: workspaceId, role: "agent", allSites: true }]);
    expect(await sql("SELECT id FROM workspaces WHERE owner_id = $1", [user.id])).toEqual([]);
    await refuse("link_gone", "POST", "/auth/accept-invitation", call);
    await refuse("email_taken", "POST", "/auth/accept-invitation", {
      body: { token: tokenOf(await invite(await newOwner(), { email })), password: PASSWORD },
    });
  });

  test("a link is for no other account, and stops working with a new one, its revocation and its time", async () => {
    const { owner, workspaceId } = await newTeam();
    const [person, stranger] = [await newPerson(), await newPerson()];
    const first = await invite(owner, { email: person.email });
    await refuseAccept("not_accepted", stranger, tokenOf(first));
    for (const token of [`${tokenOf(first)} `, `${tokenOf(first)}=`, randomUUID()]) {
      await refuseAccept("link_gone", person, token);
    }
    const path = `/invitations/${first.invitation.id}`;
    const call = { token: owner.token };
    expect(await ask(InvitationLinkResponse, 200, "POST", `${path}/link`, call)).toEqual({ link: first.link });
    const again = await ask(NewInvitationResponse, 201, "POST", `${path}/resend`, call);
    expect(again.link).not.toBe(first.link);
    const { detail } = await refuseAccept("link_gone", person, tokenOf(first));
    expect(detail).toMatch(
      /replaced by a newer link, or it has expired\. Ask the person who invited you for a new one\.$/,
    );
    await askNothing("DELETE", path, call);
    await refuseAccept("link_gone", person, tokenOf(again));
    for (const route of [`${path}/link`, `${path}/resend`]) await refuse("not_found", "POST", route, call);
    await refuse("not_found", "DELETE", path, call);
    const late = await invite(owner, { email: person.email });
    await sql("UPDATE invitations SET expires_at = now() WHERE id = $1", [late.invitation.id]);
    await refuseAccept("link_gone", person, tokenOf(late));
    expect(await membershipOf(person, workspaceId)).toEqual([]);
  });

  test("someone in the workspace isn't invited again, and someone who was removed comes back as invited", async () => {
    const { owner, agent, workspaceId } = await newTeam();
    const { detail } = await refuse("conflict", "POST", "/invitations", {
      token: owner.token,
      body: { email: agent.email, role: "agent" },
    });
    expect(detail).toBe(`${agent.email} is already in this workspace.`);
    await sql("INSERT INTO workspaces (id, owner_id, created_at) VALUES ($1, $2, now())", [
      randomUUID(),
      agent.user.id,
    ]);
    await askNothing("DELETE", `/members/${agent.user.id}`, { token: owner.token });
    await accept(agent, tokenOf(await invite(owner, { email: agent.email, role: "admin" })));
    expect(await membershipOf(agent, workspaceId)).toEqual([{ role: "admin", sites: null, standing: "active" }]);
  });

  test("a suspended person's old invitation gives nothing back", async () => {
    const { owner, workspaceId } = await newTeam();
    const person = await newOwner();
    const made = await invite(owner, { email: person.email });
    await sql(
      "INSERT INTO members (workspace_id, user_id, role, standing, created_at) VALUES ($1, $2, 'agent', 'suspended', now())",
      [workspaceId, person.user.id],
    );
    await refuseAccept("not_permitted", person, tokenOf(made));
    expect(await membershipOf(person, workspaceId)).toMatchObject([{ standing: "suspended" }]);
  });

  test("an admin with chosen sites invites only to those, and doesn't see or touch other invitations", async () => {
    const { owner, limitedAdmin, agent, sites } = await newTeam();
    const [own, other] = sites.map(({ id }) => id);
    const { token } = limitedAdmin;
    const wide = await invite(owner, { email: newEmail() });
    const narrow = await invite(limitedAdmin, { email: newEmail(), siteIds: [own] });
    for (const body of [{}, { siteIds: [other] }, { siteIds: [own, randomUUID()] }]) {
      await refuse("not_permitted", "POST", "/invitations", {
        token,
        body: { email: newEmail(), role: "agent", ...body },
      });
    }
    await refuseFields(["role"], "POST", "/invitations", {
      token: owner.token,
      body: { email: newEmail(), role: "owner" },
    });
    expect((await pending(limitedAdmin)).map(({ id }) => id)).toEqual([narrow.invitation.id]);
    for (const route of ["resend", "link"])
      await refuse("not_found", "POST", `/invitations/${wide.invitation.id}/${route}`, { token });
    await refuse("not_found", "DELETE", `/invitations/${wide.invitation.id}`, { token });
    await refuse("conflict", "POST", "/invitations", {
      token,
      body: { email: wide.invitation.email, role: "agent", siteIds: [own] },
    });
    await refuse("not_permitted", "POST", "/invitations", {
      token: agent.token,
      body: { email: newEmail(), role: "agent" },
    });
  });

  test("invitations of someone who's removed or demoted end with their rights", async () => {
    const { owner, admin } = await newTeam();
    const person = await newPerson();
    const token = tokenOf(await invite(admin, { email: person.email }));
    await askNothing("DELETE", `/members/${admin.user.id}`, { token: owner.token });
    await refuseAccept("link_gone", person, token);
  });

  test("the first person to join makes the workspace shared, and what its owner has read stays read", async () => {
    const { owner, id } = await newConversation();
    await send("POST", `/conversations/${id}/read`, { token: owner.token, body: {} });
    const person = await newPerson();
    const { workspace } = await accept(person, tokenOf(await invite(owner, { email: person.email })));
    expect(workspace.shared).toBe(true);
    expect(await sql("SELECT user_id AS id, read_seq AS seq FROM reads WHERE conversation_id = $1", [id])).toEqual([
      { id: owner.user.id, seq: 1 },
    ]);
  });

  test("a workspace has at most 200 members and 100 pending invitations", async () => {
    const { owner, workspaceId } = await newTeam();
    const person = await newPerson();
    const made = await invite(owner, { email: person.email });
    const fill = (count: number) =>
      sql(
        `WITH made AS (
           INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at)
           SELECT gen_random_uuid(), 'full', gen_random_uuid()::text, '', now(), now() FROM generate_series(1, $2::int) RETURNING id
         )
         INSERT INTO members (workspace_id, user_id, role, created_at) SELECT $1::uuid, id, 'agent', now() FROM made`,
        [workspaceId, count],
      );
    await sql(
      `INSERT INTO invitations (id, workspace_id, email, email_key, role, link_id, link_hash, mail_hash, invited_by, created_at, expires_at)
       SELECT gen_random_uuid(), $1::uuid, 'x', gen_random_uuid()::text, 'agent', gen_random_uuid(),
         sha256(convert_to(n || 'link' || $1::uuid::text, 'UTF8')), sha256(convert_to(n || 'mail' || $1::uuid::text, 'UTF8')), $2::uuid, now(), now() + interval '1 day'
       FROM generate_series(1, 99) n`,
      [workspaceId, owner.user.id],
    );
    const call = { token: owner.token, body: { email: newEmail(), role: "agent" } };
    expect((await refuse("conflict", "POST", "/invitations", call)).detail).toContain("100 pending");
    await fill(196);
    expect((await refuseAccept("conflict", person, tokenOf(made))).detail).toContain("200 members");
    expect((await refuse("conflict", "POST", "/invitations", call)).detail).toContain("200 members");
  });
});

test.describe("with a mail server", () => {
  let world: MailWorld;
  test.beforeAll(async () => {
    world = await mailWorld({ RATE_LIMITS: "on", LIMIT_ACCOUNT_MAILS: "2" });
  });
  test.afterAll(() => world.close());

  const mailed = (email: string) =>
    world.server.received.filter(({ to }) => to.includes(email)).map(({ mail }) => mail);

  test("the emailed link proves the address: a new account joins at once and is confirmed", async () => {
    const { baseUrl } = world;
    const owner = await world.newOwner();
    const email = newEmail();
    expect((await invite(owner, { email }, { baseUrl })).emailed).toBe(true);
    await world.deliverAll();
    const [mail] = mailed(email);
    expect(mail?.subject).toContain("Join");
    const token = tokenIn("invite", mail?.text);
    expect((await preview(token, { baseUrl })).proves).toBe(true);
    const body = { token, password: PASSWORD };
    const made = await ask(AcceptedAsNewResponse, 201, "POST", "/auth/accept-invitation", { baseUrl, body });
    expect(made.workspaceId).toBeDefined();
    const [user] = await world.sql("SELECT email_confirmed_at IS NOT NULL AS confirmed FROM users WHERE id = $1", [
      made.user.id,
    ]);
    expect(user).toEqual({ confirmed: true });
  });

  test("an invitation isn't emailed for someone whose own address isn't confirmed", async () => {
    const { baseUrl } = world;
    const email = newEmail();
    const made = await invite(await world.newOwner({ confirmed: false }), { email }, { baseUrl });
    expect(made.emailed).toBe(false);
    expect(made.link).toContain("/invite#");
    await world.deliverAll();
    expect(mailed(email)).toEqual([]);
  });

  const joinByCopiedLink = async (owner: MailedOwner, email: string) => {
    const { baseUrl } = world;
    const { invitation, ...sent } = await invite(owner, { email }, { baseUrl });
    const token = tokenOf(sent);
    const body = { token, password: PASSWORD };
    const made = await ask(AcceptedAsNewResponse, 201, "POST", "/auth/accept-invitation", { baseUrl, body });
    return { ...made, invitation, call: { baseUrl, token: made.token, body: { token } } };
  };

  const confirm = async (email: string) => {
    await world.deliverAll();
    const mail = mailed(email).findLast(({ subject }) => subject?.startsWith("Confirm"));
    const body = { token: tokenIn("confirm-email", mail?.text) };
    await askNothing("POST", "/auth/confirm-email", { baseUrl: world.baseUrl, body });
    return mail;
  };

  const workspacesOf = async (token: string) =>
    (await ask(WorkspaceListResponse, 200, "GET", "/workspaces", { baseUrl: world.baseUrl, token })).workspaces;

  const received = async (token: string) =>
    (await ask(ReceivedInvitationListResponse, 200, "GET", "/account/invitations", { baseUrl: world.baseUrl, token }))
      .invitations;

  test("someone with a copied link joins by confirming the address, and a leaked link joins no one", async () => {
    const owner = await world.newOwner();
    const email = newEmail();
    const { invitation, call, ...made } = await joinByCopiedLink(owner, email);
    expect([made.joined, "workspaceId" in made]).toEqual([false, false]);
    const { detail } = await refuse("not_accepted", "POST", "/account/invitations", call);
    expect(detail).toBe("Check your email: confirm your address to join.");
    await refuse("not_found", "POST", "/account/invitations", { ...call, body: { invitationId: invitation.id } });
    expect([await received(made.token), await workspacesOf(made.token)]).toEqual([[], []]);
    const mail = await confirm(email);
    expect(mail?.text).toContain(`${owner.email} invited you to `);
    expect(await workspacesOf(made.token)).toMatchObject([{ role: "agent" }]);
    const again = await refuse("link_gone", "POST", "/account/invitations", call);
    expect(again.detail).toBe(
      `This invitation was used, revoked or replaced by a newer link, or it has expired. Ask ${owner.email} for a new one.`,
    );
    expect(mailed(email).filter(({ subject }) => subject?.startsWith("Confirm"))).toHaveLength(1);
  });

  test("someone with a copied link joins by a password reset, whose link confirms the address too", async () => {
    const { baseUrl } = world;
    const email = newEmail();
    await joinByCopiedLink(await world.newOwner(), email);
    // An address gets few emails about an account in a short time.
    await world.sql("UPDATE mails SET created_at = created_at - interval '1 day'");
    await world.sql("DELETE FROM account_mail_counts");
    await askNothing("POST", "/auth/forgot-password", { baseUrl, body: { email } });
    await world.deliverAll();
    const [token = ""] = mailed(email).flatMap(({ text }) => tokenIn("reset-password", text) || []);
    const reset = { token, newPassword: "another long password" };
    await askNothing("POST", "/auth/reset-password", { baseUrl, body: reset });
    const body = { email, password: reset.newPassword };
    const session = await ask(SessionResponse, 200, "POST", "/auth/login", { baseUrl, body });
    expect(await workspacesOf(session.token)).toMatchObject([{ role: "agent" }]);
  });

  test("confirming joins no workspace whose invitation was revoked, or is for the account's earlier address", async () => {
    const { baseUrl } = world;
    const owner = await world.newOwner();
    const [revoked, moved, email] = [newEmail(), newEmail(), newEmail()];
    const first = await joinByCopiedLink(owner, revoked);
    await askNothing("DELETE", `/invitations/${first.invitation.id}`, { baseUrl, token: owner.token });
    const second = await joinByCopiedLink(owner, moved);
    await send("PATCH", "/account", { baseUrl, token: second.token, body: { email, currentPassword: PASSWORD } });
    await confirm(revoked);
    await confirm(email);
    for (const { token } of [first, second])
      expect([await workspacesOf(token), await received(token)]).toEqual([[], []]);
  });

  test("the open invitations to a confirmed address are listed, and joined by their id by no one else", async () => {
    const { baseUrl } = world;
    const [owner, person, stranger] = [await world.newOwner(), await world.newOwner(), await world.newOwner()];
    const unconfirmed = await world.newOwner({ confirmed: false });
    const { invitation } = await invite(owner, { email: person.email, role: "admin" }, { baseUrl });
    const other = await invite(owner, { email: unconfirmed.email }, { baseUrl });
    expect(await received(person.token)).toMatchObject([
      { id: invitation.id, role: "admin", invitedBy: owner.email, expiresAt: invitation.expiresAt },
    ]);
    for (const { token } of [owner, stranger, unconfirmed]) expect(await received(token)).toEqual([]);
    const join = (token: string, invitationId: string) => ({ baseUrl, token, body: { invitationId } });
    await refuse("not_found", "POST", "/account/invitations", join(stranger.token, invitation.id));
    await refuse("not_found", "POST", "/account/invitations", join(unconfirmed.token, other.invitation.id));
    const own = join(person.token, invitation.id);
    await ask(AcceptedInvitationResponse, 200, "POST", "/account/invitations", own);
    await refuse("not_found", "POST", "/account/invitations", own);
    expect(await received(person.token)).toEqual([]);
  });

  test("an address gets few invitations, and a revoked one isn't sent", async () => {
    const { baseUrl } = world;
    const owner = await world.newOwner();
    const email = newEmail();
    const { invitation } = await invite(owner, { email }, { baseUrl });
    await askNothing("DELETE", `/invitations/${invitation.id}`, { baseUrl, token: owner.token });
    await world.deliverAll();
    expect(mailed(email)).toEqual([]);
    await invite(owner, { email }, { baseUrl });
    await refuse("rate_limited", "POST", "/invitations", {
      baseUrl,
      token: owner.token,
      body: { email, role: "agent" },
    });
  });
});
