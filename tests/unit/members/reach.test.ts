import { expect, test } from "@playwright/test";
import { covers, type Membership, mayManage, sharesSites } from "#lib/team/members/reach.ts";

const member = (role: Membership["role"], siteIds: Membership["siteIds"] = null): Membership => ({
  role,
  siteIds,
  standing: "active",
});

test("all sites cover any, and chosen ones only themselves", () => {
  expect(covers(null, null) && covers(null, ["a"]) && covers(["a", "b"], ["b"])).toBe(true);
  expect(covers(["a"], null) || covers(["a"], ["a", "b"])).toBe(false);
  expect(sharesSites(["a"], null) && sharesSites(["a", "b"], ["b"])).toBe(true);
  expect(sharesSites(["a"], ["b"])).toBe(false);
});

test("an admin manages agents and admins within their sites, an owner everyone, and an agent no one", () => {
  const everyone = [member("agent", ["a"]), member("agent"), member("admin", ["a"]), member("admin"), member("owner")];
  const managed = (actor: Membership) => everyone.map((target) => mayManage(actor, target));
  expect(managed(member("owner"))).toEqual([true, true, true, true, true]);
  expect(managed(member("admin"))).toEqual([true, true, true, true, false]);
  expect(managed(member("admin", ["a", "b"]))).toEqual([true, false, true, false, false]);
  expect(managed(member("admin", ["b"]))).toEqual([false, false, false, false, false]);
  expect(managed(member("agent"))).toEqual([false, false, false, false, false]);
});
