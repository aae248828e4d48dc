import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { SavedReplyListResponse, SavedReplyResponse } from "#lib/desk/saved-replies/schema.ts";
import { newId } from "#platform/new-id.ts";
import { ask, askNothing, refuse, refuseFields } from "../support/api-client.ts";
import { ownerStream } from "../support/event-stream.ts";
import { newOwner, newSavedReply, type Owner } from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";

const list = async ({ token }: Pick<Owner, "token">) =>
  (await ask(SavedReplyListResponse, 200, "GET", "/saved-replies", { token })).savedReplies;

const change = async ({ token }: Owner, id: string, body: object) =>
  (await ask(SavedReplyResponse, 200, "PATCH", `/saved-replies/${id}`, { token, body })).savedReply;

async function workspaceOf({ user }: Owner): Promise<string> {
  const [row] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [user.id]);
  return String(row?.id);
}

/** Stores replies as the service would, many at once. */
async function fill(owner: Owner, count: number, userId: string | null): Promise<void> {
  await sql(
    `INSERT INTO saved_replies (id, workspace_id, user_id, name, name_key, body, created_at, updated_at)
     SELECT gen_random_uuid(), $1::uuid, $2::uuid, 'reply ' || n, 'reply ' || n, 'Text', now(), now()
     FROM generate_series(1, $3::int) n`,
    [await workspaceOf(owner), userId, count],
  );
}

test("a saved reply is listed by name, changed and deleted, and each change reaches the owner's streams", async () => {
  const owner = await newOwner();
  await using stream = await ownerStream(owner);
  const told = () => stream.next("settings.updated", ({ about }) => about === "saved_replies");
  const body = "Hi {{visitor.first_name|there}},\n\norder {{?order number}} is on its way. {{my.name}} ❤️";
  const refund = await newSavedReply(owner, { name: "Refund", body });
  await told();
  const address = await newSavedReply(owner, {
    name: "address",
    body: "{{site.name}}, {{ visitor.email }}",
    personal: true,
  });
  await told();
  expect(refund).toMatchObject({ name: "Refund", body, personal: false, updatedAt: refund.createdAt });
  expect(address.personal).toBe(true);
  expect(await list(owner)).toEqual([address, refund]);

  const changed = await change(owner, refund.id, { name: "Zero", personal: true });
  await told();
  expect(changed).toMatchObject({ id: refund.id, name: "Zero", body, personal: true, createdAt: refund.createdAt });
  expect(await change(owner, refund.id, {})).toEqual(changed);

  await askNothing("DELETE", `/saved-replies/${address.id}`, { token: owner.token });
  await told();
  expect(await list(owner)).toEqual([changed]);
  await refuse("not_found", "DELETE", `/saved-replies/${address.id}`, { token: owner.token });
});

test("a personal reply is seen, changed and deleted only by its owner, and a shared one by all of the workspace", async () => {
  const [owner, colleague] = [await newOwner(), await newOwner()];
  const shared = await newSavedReply(owner);
  // Workspaces have one member today, so the colleague's row is written as theirs will be.
  const id = newId();
  await sql(
    `INSERT INTO saved_replies (id, workspace_id, user_id, name, name_key, body, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $4, 'Text', now(), now())`,
    [id, await workspaceOf(owner), colleague.user.id, shared.name.toLowerCase()],
  );
  expect(await list(owner)).toEqual([shared]);
  const { token } = owner;
  await refuse("not_found", "PATCH", `/saved-replies/${id}`, { token, body: { name: "Mine" } });
  await refuse("not_found", "DELETE", `/saved-replies/${id}`, { token });
  expect(await sql("SELECT name FROM saved_replies WHERE id = $1", [id])).toHaveLength(1);
});

test("a name is unique among the shared replies and among one's own, whatever its case and width", async () => {
  const owner = await newOwner();
  const call = (body: object) => ({ token: owner.token, body: { body: "Text", ...body } });
  await newSavedReply(owner, { name: "Refund" });
  const own = await newSavedReply(owner, { name: "Refund", personal: true });
  await refuse("conflict", "POST", "/saved-replies", call({ name: "ＲＥＦＵＮＤ" }));
  await refuse("conflict", "POST", "/saved-replies", call({ name: "refund", personal: true }));
  await refuse("conflict", "PATCH", `/saved-replies/${own.id}`, call({ personal: false }));
  expect(await change(owner, own.id, { name: "REFUND" })).toMatchObject({ name: "REFUND", personal: true });
  expect(await list(owner)).toHaveLength(2);
});

test("of two replies created together under one name, one is refused", async () => {
  const owner = await newOwner();
  const name = randomUUID();
  const results = await Promise.allSettled([newSavedReply(owner, { name }), newSavedReply(owner, { name })]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await list(owner)).toHaveLength(1);
});

test("a workspace has 500 shared replies and an account 200 of its own, also if one moves", async () => {
  const owner = await newOwner();
  const call = (body: object) => ({ token: owner.token, body });
  await fill(owner, 500, null);
  const own = await newSavedReply(owner, { name: "Mine", personal: true });
  await refuse("conflict", "POST", "/saved-replies", call({ name: "One more", body: "Text" }));
  await refuse("conflict", "PATCH", `/saved-replies/${own.id}`, call({ personal: false }));
  await fill(owner, 199, owner.user.id);
  await refuse("conflict", "POST", "/saved-replies", call({ name: "One more", body: "Text", personal: true }));
  expect(await list(owner)).toHaveLength(700);
  expect(await change(owner, own.id, { body: "Other" })).toMatchObject({ body: "Other" });
});

test("a variable that doesn't exist, a blank without a name, and a name with spaces at its ends are refused", async () => {
  const { token } = await newOwner();
  const wrong = async (body: object) => refuseFields(Object.keys(body), "POST", "/saved-replies", { token, body });
  expect(await wrong({ name: " Refund", body: "Hi {{visitr.name}}" })).toContain("{{visitr.name}} isn't a variable");
  expect(await wrong({ name: "a".repeat(41), body: "{{?  }}" })).toContain("{{?  }} isn't a variable");
  await wrong({ name: "a\nb", body: "a".repeat(4001) });
  await wrong({ name: "", body: " ", personal: "yes" });
});
