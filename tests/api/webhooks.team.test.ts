import { expect, test } from "@playwright/test";
import { AcceptedInvitationResponse, NewInvitationResponse } from "#lib/people/invitations/schema.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { tokenIn } from "../support/account-mails.ts";
import { ask, askNothing, send } from "../support/api-client.ts";
import { newPerson, type Owner } from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { newHook, open } from "../support/webhooks.ts";

type Event = { type: string; data: Record<string, unknown> };

/** Returns a function that reads which events a site's webhooks were to be sent since its last call, without the site. */
function newEvents({ id }: SiteJson) {
  let seen = 0;
  return async (): Promise<Event[]> => {
    const all = (await sql(
      "SELECT type, data - 'siteId' AS data FROM webhook_deliveries WHERE site_id = $1 ORDER BY created_at",
      [id],
    )) as Event[];
    const fresh = all.slice(seen).sort((a, b) => a.type.localeCompare(b.type));
    seen = all.length;
    return fresh;
  };
}

test("webhooks hear who gets, changes and loses access to their site, by ids and roles alone", async () => {
  const { owner, sites } = await newTeam();
  const [first, second] = sites;
  if (!first || !second) throw new Error("no sites");
  await using receiver = await startReceiver();
  const { secret } = await newHook(owner, first, receiver.url);
  await newHook(owner, second, receiver.url, { events: ["message.created"] });
  await newHook(owner, second, receiver.url);
  const [ofFirst, ofSecond] = [newEvents(first), newEvents(second)];
  const person = await newPerson();
  const memberId = person.user.id;
  const change = (body: object) => send("PATCH", `/members/${memberId}`, { token: owner.token, body });

  const body = { email: person.email, role: "agent", siteIds: [first.id] };
  const { invitation, link } = await ask(NewInvitationResponse, 201, "POST", "/invitations", {
    token: owner.token,
    body,
  });
  const invited = { invitationId: invitation.id, role: "agent" };
  expect(await ofFirst()).toEqual([{ type: "invitation.created", data: invited }]);
  const token = tokenIn("invite", link);
  await ask(AcceptedInvitationResponse, 200, "POST", "/account/invitations", { token: person.token, body: { token } });
  const member = { memberId, role: "agent" };
  expect(await ofFirst()).toEqual([
    { type: "invitation.accepted", data: invited },
    { type: "member.joined", data: member },
  ]);
  expect(await ofSecond(), "of a site they don't have").toEqual([]);

  await change({ siteIds: null });
  expect(await ofSecond()).toEqual([{ type: "member.joined", data: member }]);
  expect(await ofFirst(), "of a site they keep").toEqual([]);
  await change({ role: "admin", siteIds: [second.id] });
  const admin = { memberId, role: "admin" };
  expect([await ofFirst(), await ofSecond()]).toEqual([
    [{ type: "member.removed", data: member }],
    [{ type: "member.changed", data: admin }],
  ]);
  await setAvailable(person, false);
  await setAvailable(person, false);
  expect(await ofSecond(), "once").toEqual([{ type: "member.available", data: { memberId, available: false } }]);
  await change({ suspended: true });
  expect(await ofSecond()).toEqual([{ type: "member.removed", data: admin }]);
  await change({ suspended: false });
  expect(await ofSecond()).toEqual([{ type: "member.joined", data: admin }]);
  await askNothing("DELETE", `/members/${memberId}`, { token: owner.token });
  expect([await ofFirst(), await ofSecond()]).toEqual([[], [{ type: "member.removed", data: admin }]]);

  const sent = (await receiver.receives(10)).map(({ body: text }) => text).join();
  for (const text of [person.email, owner.email, link]) expect(sent).not.toContain(text);
  const [created] = receiver.received.filter(({ body: text }) => text.includes("invitation.created"));
  expect(open(created, secret)).toMatchObject({ data: { siteId: first.id, ...invited } });
});

const setAvailable = ({ token }: Owner, available: boolean) =>
  send("PATCH", "/account/membership", { token, body: { available } });
