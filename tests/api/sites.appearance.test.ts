import { expect, test } from "@playwright/test";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask, refuseFields } from "../support/api-client.ts";
import { newOwnerWithSite } from "../support/factories.ts";

test("what the widget looks like and says is changed field by field", async () => {
  const { owner, site } = await newOwnerWithSite();
  const change = async (body: object) =>
    (await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body })).site;
  const appearance = {
    mark: "leaf",
    header: "color",
    launcherIcon: "envelope",
    launcherSize: 64,
    corner: "left",
    offsetX: 0,
    offsetY: 200,
    radius: 24,
    theme: "dark",
  };
  let expected = site.appearance;
  for (const [name, value] of Object.entries(appearance)) {
    expected = { ...expected, [name]: value };
    expect((await change({ appearance: { [name]: value } })).appearance).toEqual(expected);
  }
  const words = {
    replyName: "person",
    showsReplyTime: false,
    replyTimeText: "We reply the same day",
    whenClosed: "form",
    starterQuestions: ["Where’s my order?", "Do you ship to Norway?", "q".repeat(80)],
    emailCardMinutes: null,
    visitorDetails: true,
    asksRating: true,
  };
  expect(await change(words)).toMatchObject({ ...words, appearance });
  expect((await change({ emailCardMinutes: 0, starterQuestions: [] })).appearance).toEqual(appearance);
});

test("a value that the widget can't show is rejected at its field", async () => {
  const { owner, site } = await newOwnerWithSite();
  const refuse = (field: string, body: object) =>
    refuseFields([field], "PATCH", `/sites/${site.id}`, { token: owner.token, body });
  for (const [name, value] of Object.entries({
    mark: "logo",
    header: "",
    launcherIcon: null,
    launcherSize: 50,
    corner: "top",
    offsetX: -1,
    offsetY: 201,
    radius: 1,
    theme: "system",
  })) {
    await refuse(`appearance.${name}`, { appearance: { [name]: value } });
  }
  await refuse("starterQuestions", { starterQuestions: ["a", "b", "c", "d"] });
  await refuse("starterQuestions.1", { starterQuestions: ["a", " "] });
  await refuse("starterQuestions.0", { starterQuestions: ["q".repeat(81)] });
  await refuse("emailCardMinutes", { emailCardMinutes: 61 });
  await refuse("emailCardMinutes", { emailCardMinutes: 1.5 });
  await refuse("visitorDetails", { visitorDetails: "yes" });
  await refuse("replyTimeText", { replyTimeText: "t".repeat(121) });
  await refuse("replyTimeText", { replyTimeText: "two\nlines" });
  await refuse("whenClosed", { whenClosed: "open" });
});
