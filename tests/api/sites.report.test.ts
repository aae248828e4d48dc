import { expect, test } from "@playwright/test";
import { ReportResponse } from "#lib/desk/reports/schema.ts";
import { MembershipResponse } from "#lib/team/members/schema.ts";
import { ask, askNothing, refuse, refuseFields } from "../support/api-client.ts";
import {
  inbox,
  newOwnerWithSite,
  type Owner,
  openWidget,
  patchConversation,
  reply,
  start,
} from "../support/factories.ts";
import { addNote } from "../support/notes.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

const reportOf = async ({ token }: Owner, { id }: { id: string }, query = "") =>
  (await ask(ReportResponse, 200, "GET", `/sites/${id}/report${query}`, { token })).report;

test("the week's numbers follow what happens to its conversations, and each leads to them", async () => {
  const { owner, site } = await newOwnerWithSite();
  const begin = async () => (await start(await openWidget(site), "Hello")).conversationId;
  const [replied, ignored, spam, waiting] = [await begin(), await begin(), await begin(), await begin()];
  await reply(owner, replied, "Hi");
  await patchConversation(owner, ignored, { status: "closed" });
  await patchConversation(owner, spam, { spam: true });
  await addNote(owner, waiting, "No reply");
  const report = await reportOf(owner, site);
  const { from, until } = report.current;
  expect(report.current).toMatchObject({ conversations: 3, neverReplied: 1, replied: 1, rated: 0 });
  expect(report.previous).toMatchObject({ until: from, conversations: 0 });
  expect(report.waiting).toMatchObject({ count: 1 });
  expect(report).toMatchObject({ timeZone: "UTC", withinHours: false });
  expect(report.own).toMatchObject({ replies: 1, conversations: 1, firstReplies: 1 });
  expect(report.busyHours.map(({ byVisitors, byTeam }) => [byVisitors, byTeam])).toEqual([[3, 1]]);
  const idsOf = async (query: string) =>
    new Set((await inbox(owner, `?siteId=${site.id}&${query}`)).map(({ id }) => id));
  const week = `&from=${from}&until=${until}`;
  expect(await idsOf(`counted=begun${week}`)).toEqual(new Set([replied, ignored, waiting]));
  expect(await idsOf(`counted=never_replied${week}`)).toEqual(new Set([ignored]));
  expect(await idsOf(`counted=replied${week}`)).toEqual(new Set([replied]));
  expect(await idsOf(`counted=rated${week}`)).toEqual(new Set([]));
  expect(await idsOf("counted=waiting")).toEqual(new Set([waiting]));
  await patchConversation(owner, ignored, { status: "open" });
  await patchConversation(owner, spam, { spam: false });
  expect((await reportOf(owner, site)).current).toMatchObject({ conversations: 4, neverReplied: 0 });
});

test("a member gets their own numbers only, and none of a site that they have no access to or that's gone", async () => {
  const { owner, agent, sites } = await newTeam();
  const [own, foreign] = sites;
  if (!own || !foreign) throw new Error("the team has too few sites");
  for (const site of [own, foreign]) {
    const { conversationId } = await start(await openWidget(site), "Hello");
    await reply(owner, conversationId, "Hi");
  }
  const report = await reportOf(agent, own);
  expect(report.current).toMatchObject({ conversations: 1, replied: 1 });
  expect(report.own).toEqual({ replies: 0, conversations: 0, firstReplies: 0 });
  expect((await reportOf(owner, own)).own).toMatchObject({ replies: 1 });
  await refuse("not_found", "GET", `/sites/${foreign.id}/report`, { token: agent.token });
  const { from, until } = report.current;
  for (const query of [`counted=begun&from=${from}&until=${until}`, "counted=replied"]) {
    const listed = await inbox(agent, `?${query}`);
    expect(listed.map(({ siteId }) => siteId)).toEqual([own.id]);
  }
  await askNothing("DELETE", `/sites/${own.id}`, { token: owner.token });
  await refuse("not_found", "GET", `/sites/${own.id}/report`, { token: owner.token });
});

test("weeks, time zones and ranges that can't be are refused with their field", async () => {
  const { owner, site } = await newOwnerWithSite();
  const { token } = owner;
  for (const [query, field] of [
    ["week=2026-02-30", "week"],
    ["week=1969-12-31", "week"],
    ["week=", "week"],
    ["timeZone=Mars/Base", "timeZone"],
  ]) {
    await refuseFields([String(field)], "GET", `/sites/${site.id}/report?${query}`, { token });
  }
  const at = (day: string) => `2026-${day}T00:00:00.000Z`;
  for (const [query, field] of [
    [`from=${at("11-01")}`, "until"],
    [`until=${at("11-01")}`, "until"],
    [`from=${at("10-01")}&until=${at("11-02")}`, "until"],
    ["counted=all", "counted"],
    ["from=yesterday&until=today", "from"],
  ]) {
    const fields = query === "from=yesterday&until=today" ? ["from", "until"] : [String(field)];
    await refuseFields(fields, "GET", `/conversations?${query}`, { token });
  }
  expect((await reportOf(owner, site, "?week=2999-12-31&timeZone=Pacific/Kiritimati")).current.conversations).toBe(0);
  expect((await reportOf(owner, site, "?week=1970-01-01")).week).toBe("1969-12-29");
});

test("a membership has a digest from when it's turned on until it's turned off", async () => {
  const { owner } = await newOwnerWithSite();
  const patch = async (body: object) =>
    (await ask(MembershipResponse, 200, "PATCH", "/account/membership", { token: owner.token, body })).membership;
  const digest = { hour: 8, timeZone: "Asia/Kathmandu" };
  expect(await patch({ digest })).toMatchObject({ digest });
  expect(await patch({ notifyAbout: "mine" })).toMatchObject({ digest, notifyAbout: "mine" });
  expect(await patch({ digest: null })).not.toHaveProperty("digest");
  for (const [hour, timeZone, field] of [
    [24, "UTC", "digest.hour"],
    [-1, "UTC", "digest.hour"],
    [8, "Nowhere", "digest.timeZone"],
  ]) {
    const body = { digest: { hour, timeZone } };
    await refuseFields([String(field)], "PATCH", "/account/membership", { token: owner.token, body });
  }
  expect(await sql("SELECT FROM members WHERE user_id = $1 AND digest_due_at IS NOT NULL", [owner.user.id])).toEqual(
    [],
  );
});
