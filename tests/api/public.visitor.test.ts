import { expect, test } from "@playwright/test";
import { refuse, refuseFields, send } from "../support/api-client.ts";
import {
  conversation,
  newConversation,
  newOwnerWithSite,
  openWidget,
  patchConversation,
} from "../support/factories.ts";

test("PATCH /public/visitor stores a visitor's name and email, each on its own, and the session knows of the email", async () => {
  const { owner, site, visitor, id } = await newConversation();
  const change = (body: object) => send("PATCH", "/public/visitor", { token: visitor.token, body });
  expect(visitor.emailKnown).toBe(false);
  const before = await conversation(owner, id);
  expect((await change({ email: "ana@fjord.example" })).status).toBe(204);
  expect((await change({ name: "Ana" })).status).toBe(204);
  const after = await conversation(owner, id);
  expect(after).toMatchObject({ visitorName: "Ana", visitorEmail: "ana@fjord.example" });
  expect(after.updatedAt > before.updatedAt).toBe(true);
  expect((await openWidget(site, { visitorToken: visitor.visitorToken })).emailKnown).toBe(true);
  expect((await openWidget(site)).emailKnown).toBe(false);
  await refuseFields(["email"], "PATCH", "/public/visitor", { token: visitor.token, body: { email: "ana@" } });
});

test("PATCH /public/visitor stores nothing for visitors without a message, blocked visitors and other tokens", async () => {
  const { site } = await newOwnerWithSite();
  const stranger = await openWidget(site);
  const body = { email: "ana@fjord.example" };
  await refuse("not_found", "PATCH", "/public/visitor", { token: stranger.token, body });
  const blocked = await newConversation();
  await patchConversation(blocked.owner, blocked.id, { visitorBlocked: true });
  await refuse("not_accepted", "PATCH", "/public/visitor", { token: blocked.visitor.token, body });
  expect(await conversation(blocked.owner, blocked.id)).not.toHaveProperty("visitorEmail");
  await refuse("unauthenticated", "PATCH", "/public/visitor", { token: blocked.owner.token, body });
});
