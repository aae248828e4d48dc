import { expect, test } from "@playwright/test";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import { FailedDeliveriesResponse, TestDeliveryResponse } from "#lib/notify/deliveries/schema.ts";
import { ask, askNothing, refuse } from "../support/api-client.ts";
import { newConversation, newOwnerWithSite, newSite, type Owner } from "../support/factories.ts";
import { addFailedMail } from "../support/failed-mail.ts";
import { sql } from "../support/stored-rows.ts";
import { newHook, patchHook } from "../support/webhooks.ts";

type Site = Awaited<ReturnType<typeof newSite>>;

const sendTest = async ({ token }: Owner, site: Site) =>
  (await ask(MessageResponse, 201, "POST", `/sites/${site.id}/test-message`, { token, body: { message: "Hello?" } }))
    .message;

const pathOf = (site: Site, messageId: string) => `/sites/${site.id}/test-message/${messageId}`;

test.describe("GET /sites/{siteId}/test-message/{messageId}", () => {
  test("returns when the message was stored, and that no other channel is set up", async () => {
    const { owner, site } = await newOwnerWithSite();
    const message = await sendTest(owner, site);
    const { delivery } = await ask(TestDeliveryResponse, 200, "GET", pathOf(site, message.id), { token: owner.token });
    expect(delivery).toEqual({
      stored: { at: message.createdAt },
      mail: { state: "off", attempts: 0 },
      webhooks: [],
    });
  });

  test("finds no real visitor's message, and none of another site or owner", async () => {
    const { owner, site, id } = await newConversation();
    const [real] = await sql("SELECT id FROM messages WHERE conversation_id = $1", [id]);
    const own = await sendTest(owner, site);
    const other = await newSite(owner);
    const foreign = await newOwnerWithSite();
    const token = owner.token;
    await refuse("not_found", "GET", pathOf(site, String(real?.id)), { token });
    await refuse("not_found", "GET", pathOf(other, own.id), { token });
    await refuse("not_found", "GET", pathOf(site, own.id), { token: foreign.owner.token });
  });
});

test.describe("failed deliveries", () => {
  const list = async ({ token }: Owner) =>
    (await ask(FailedDeliveriesResponse, 200, "GET", "/deliveries/failed", { token })).deliveries;

  test("are listed with their reason, newest first, only in their own workspace", async () => {
    const { owner, site } = await newOwnerWithSite();
    const foreign = await newOwnerWithSite();
    expect(await list(owner)).toEqual([]);
    const first = await addFailedMail(site.id);
    const second = await addFailedMail(site.id, "The address does not exist.");
    await addFailedMail(foreign.site.id);
    const failed = await list(owner);
    expect(failed.map(({ id }) => id)).toEqual([second, first]);
    expect(failed[0]).toMatchObject({
      channel: "mail",
      kind: "owner_alert",
      siteId: site.id,
      siteName: "Corner shop",
      reason: "The address does not exist.",
      attempts: 21,
    });
  });

  test("are retried when their owner asks", async () => {
    const { owner, site } = await newOwnerWithSite();
    const id = await addFailedMail(site.id);
    const [before] = await sql("SELECT job_id FROM mails WHERE id = $1", [id]);
    await askNothing("POST", `/deliveries/${id}/retry`, { token: owner.token });
    const [after] = await sql("SELECT job_id FROM mails WHERE id = $1", [id]);
    expect(after?.job_id).not.toBe(before?.job_id);
    // A job stays for an hour after it was done.
    expect(await sql("SELECT FROM pgboss.job WHERE name = 'mail' AND data->>'id' = $1", [id])).toHaveLength(1);
  });

  test("aren't retried for a stopped webhook, where they'd be neither sent nor listed", async () => {
    const { owner, site } = await newOwnerWithSite();
    const { hook } = await newHook(owner, site, "https://example.com/");
    await patchHook(owner, hook, { stopped: true });
    const [row] = await sql(
      `INSERT INTO webhook_deliveries (
         id, job_id, workspace_id, site_id, endpoint_id, type, data, status, due_at, created_at, updated_at
       )
       SELECT gen_random_uuid(), gen_random_uuid(), workspace_id, site_id, id, 'message.created', '{}', 'failed', now(), now(), now()
       FROM webhook_endpoints WHERE id = $1 RETURNING id`,
      [hook.id],
    );
    await refuse("conflict", "POST", `/deliveries/${row?.id}/retry`, { token: owner.token });
    expect((await list(owner)).map(({ id }) => id)).toEqual([row?.id]);
  });

  test("can't be retried while they're still pending", async () => {
    const { owner, site } = await newOwnerWithSite();
    const id = await addFailedMail(site.id);
    await sql("UPDATE mails SET status = 'sent' WHERE id = $1", [id]);
    await refuse("not_found", "POST", `/deliveries/${id}/retry`, { token: owner.token });
  });
});
