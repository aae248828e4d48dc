import { sealingKeys } from "#platform/crypto/keys.ts";
import { sealText } from "#platform/crypto/sealed-text.ts";
import { newOwner } from "./factories.ts";
import { insertRows, type Run } from "./insert-rows.ts";

const HASH = `\\x${"00".repeat(32)}`;

/** Stores a value in every column that AUTH_SECRET seals, and more channels if wanted. */
export async function storeSealedRows(run: Run, AUTH_SECRET: string, channels = 1): Promise<void> {
  const { user } = await newOwner(run);
  const keys = sealingKeys({ AUTH_SECRET });
  const seal = (text: string, owner: string) => `\\x${sealText(text, owner, keys).toString("hex")}`;
  const [workspace] = await run("SELECT id FROM workspaces WHERE owner_id = $1", [user.id]);
  const [site] = await insertRows(run, "sites", [{ workspace_id: workspace?.id, accent_color: "#000000" }]);
  const siteId = String(site?.id);
  const id = crypto.randomUUID();
  await insertRows(run, "push_keys", [{ public_key: "public", private_key: seal("private", "push") }]);
  await insertRows(run, "inbound_mailboxes", [
    { place_hash: HASH, settings_hash: HASH, refresh_token: seal("token", "inbound") },
  ]);
  await insertRows(run, "second_factors", [{ user_id: user.id, secret: seal("factor", user.id) }]);
  await insertRows(run, "identity_secrets", [
    {
      site_id: siteId,
      secret: seal("identity", siteId),
      previous_secret: seal("before", siteId),
      previous_ends_at: new Date(),
    },
  ]);
  await insertRows(run, "site_cards", [{ site_id: siteId, secret: seal("card", `card ${siteId}`) }]);
  await insertRows(run, "webhook_endpoints", [
    {
      id,
      site_id: siteId,
      events: ["message.created"],
      secret: seal("webhook", id),
      previous_secret: seal("before", id),
      previous_ends_at: new Date(),
    },
  ]);
  await insertRows(
    run,
    "channels",
    Array.from({ length: channels }, (_, at) => {
      const channelId = crypto.randomUUID();
      const address = seal('{"url":"https://ntfy.example.com/x"}', `ntfy ${channelId}`);
      const hash = `\\x${at.toString(16).padStart(8, "0")}`;
      return { id: channelId, user_id: user.id, kind: "ntfy", name: "Alerts", address, address_hash: hash };
    }),
  );
}
