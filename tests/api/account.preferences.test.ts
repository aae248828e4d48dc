import { expect, test } from "@playwright/test";
import { AccountResponse, ChecklistResponse } from "#lib/people/owners/schema.ts";
import { WorkspaceResponse } from "#lib/people/workspaces/schema.ts";
import { ask, refuseFields } from "../support/api-client.ts";
import { newOwner, newOwnerWithSite, openWidget, signUpOwner, start } from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";
import { newInvitation, newTeam } from "../support/team.ts";

const DEFAULTS = {
  theme: "system",
  listDensity: "comfortable",
  afterClosing: "next",
  holdSeconds: 0,
  checklist: "shown",
};

test("each preference is changed alone, and an invalid one changes nothing", async () => {
  const { token } = await newOwner();
  const preferences = async () => (await ask(AccountResponse, 200, "GET", "/account", { token })).user.preferences;
  const change = async (body: object) =>
    (await ask(AccountResponse, 200, "PATCH", "/account", { token, body: { preferences: body } })).user.preferences;
  expect(await preferences()).toEqual(DEFAULTS);
  expect(await change({ theme: "dark" })).toEqual({ ...DEFAULTS, theme: "dark" });
  expect(await change({ listDensity: "compact", afterClosing: "stay" })).toEqual({
    ...DEFAULTS,
    theme: "dark",
    listDensity: "compact",
    afterClosing: "stay",
  });
  const invalid = { theme: "blue", listDensity: 1, afterClosing: null, holdSeconds: 31, checklist: "" };
  for (const [name, value] of Object.entries(invalid)) {
    const body = { name: "New name", preferences: { [name]: value } };
    await refuseFields([`preferences.${name}`], "PATCH", "/account", { token, body });
  }
  await change({ checklist: "hidden" });
  expect((await preferences()).checklist).toBe("hidden");
  const { user } = await ask(AccountResponse, 200, "PATCH", "/account", {
    token,
    body: { preferences: { ...DEFAULTS, checklist: "shown" } },
  });
  expect([user.preferences, user.name]).toEqual([DEFAULTS, undefined]);
});

test("the replies of a new account are held for five seconds", async () => {
  const { token } = await signUpOwner();
  const { user } = await ask(AccountResponse, 200, "GET", "/account", { token });
  expect(user.preferences).toEqual({ ...DEFAULTS, holdSeconds: 5 });
});

test("the checklist follows the site, its tag, the first message and an invitation", async () => {
  const stranger = await newOwner();
  const { owner, site } = await newOwnerWithSite({ domain: "fjord.example" });
  const checklist = async ({ token } = owner) =>
    (await ask(ChecklistResponse, 200, "GET", "/account/checklist", { token })).checklist;
  expect(await checklist(stranger)).toEqual({ site: false, firstMessage: false, teammate: false, hidden: false });
  expect(await checklist()).toEqual({ site: true, firstMessage: false, teammate: false, hidden: false });
  await start(await openWidget(site), "Hello");
  for (const [host, allowed] of [
    ["shop.example", false],
    ["www.fjord.example", true],
  ] as const) {
    await sql("UPDATE sites SET tag_seen_at = '2026-11-23T10:00:00Z', tag_seen_host = $2 WHERE id = $1", [
      site.id,
      host,
    ]);
    expect(await checklist()).toEqual({
      site: true,
      tagSeen: { siteId: site.id, host, at: "2026-11-23T10:00:00.000Z", allowed },
      firstMessage: true,
      teammate: false,
      hidden: false,
    });
  }
  expect((await checklist(stranger)).firstMessage).toBe(false);
  await newInvitation((await ask(WorkspaceResponse, 200, "GET", "/workspace", { token: owner.token })).workspace.id);
  expect(await checklist()).toMatchObject({ teammate: true });
  const { agent, admin } = await newTeam();
  expect([(await checklist(admin)).teammate, (await checklist(agent)).teammate]).toEqual([true, undefined]);
});
