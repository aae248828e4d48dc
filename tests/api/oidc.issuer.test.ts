import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { ownerOfTelegramReply } from "#gate/telegram-reply.ts";
import { findLinkedFile } from "#lib/files/files/linked-file.system.ts";
import { closeDb } from "#platform/database/database.ts";
import { newConversation } from "../support/factories.ts";
import { uploadAsVisitor } from "../support/files.ts";
import { provideSettings } from "../support/provide-settings.ts";
import { sql } from "../support/stored-rows.ts";

const ISSUER = "https://login.example/";
const OTHER = "https://other.example/";

const provide = (OIDC_ISSUER: string) =>
  provideSettings({ OIDC_ISSUER, OIDC_CLIENT_ID: "site-inbox", OIDC_CLIENT_SECRET: "a secret of 24 letters" });

test.afterAll(async () => {
  provideSettings();
  await closeDb();
});

test("after a change of the issuer, file links and Telegram replies don't open a workspace that requires the provider", async () => {
  const { id: conversationId, owner, visitor } = await newConversation();
  const file = await uploadAsVisitor(visitor);
  await sql(
    "UPDATE files SET message_id = (SELECT id FROM messages WHERE conversation_id = $2), position = 0 WHERE id = $1",
    [file.id, conversationId],
  );
  const channelId = randomUUID();
  await sql(
    `INSERT INTO channels (id, user_id, workspace_id, kind, name, address, address_hash, created_at, updated_at)
     SELECT $1::uuid, w.owner_id, w.id, 'telegram', 'A chat', uuid_send($1::uuid), sha256(uuid_send($1::uuid)), now(), now()
     FROM workspaces w WHERE w.owner_id = $2`,
    [channelId, owner.user.id],
  );
  const admitted = async () => [
    (await findLinkedFile({ by: "member", id: owner.user.id }, file.id)) !== null,
    (await ownerOfTelegramReply({ channelId, conversationId })) !== null,
  ];
  provide(ISSUER);
  expect(await admitted()).toEqual([true, true]);
  await sql("UPDATE workspaces SET oidc_from = now() WHERE owner_id = $1", [owner.user.id]);
  expect(await admitted()).toEqual([false, false]);
  await sql("INSERT INTO oidc_identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, now())", [
    ISSUER,
    randomUUID(),
    owner.user.id,
  ]);
  expect(await admitted()).toEqual([true, true]);
  provide(OTHER);
  expect(await admitted()).toEqual([false, false]);
  provideSettings();
  expect(await admitted()).toEqual([false, false]);
});
