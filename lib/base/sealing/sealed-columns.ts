/** What a sealed column contains, one and many. */
export type SealedKind = { one: string; many: string };

export type SealedColumn = SealedKind & {
  table: string;
  column: string;
  /** The primary key and its type. */
  key: "id" | "site_id" | "user_id";
  keyType: "uuid" | "smallint";
  /** SQL for the owner that the value is sealed for (platform/crypto/sealed-text.ts). */
  owner: string;
};

const WEBHOOKS = { table: "webhook_endpoints", key: "id", keyType: "uuid", owner: "id::text" } as const;
const IDENTITY = { table: "identity_secrets", key: "site_id", keyType: "uuid", owner: "site_id::text" } as const;

/** The service's own key for push messages. */
export const PUSH_KEY: SealedColumn = {
  table: "push_keys",
  column: "private_key",
  key: "id",
  keyType: "smallint",
  owner: "'push'",
  one: "push key",
  many: "push keys",
};

/** Where a person's device or channel is. */
export const CHANNEL_ADDRESS: SealedColumn = {
  table: "channels",
  column: "address",
  key: "id",
  keyType: "uuid",
  owner: "kind || ' ' || id::text",
  one: "address of a device or channel",
  many: "addresses of devices and channels",
};

/** Every column whose values are encrypted under AUTH_SECRET. A test finds any that's missing here. */
export const SEALED_COLUMNS: SealedColumn[] = [
  PUSH_KEY,
  {
    table: "second_factors",
    column: "secret",
    key: "user_id",
    keyType: "uuid",
    owner: "user_id::text",
    one: "two-factor key",
    many: "two-factor keys",
  },
  { ...IDENTITY, column: "secret", one: "identity secret", many: "identity secrets" },
  { ...IDENTITY, column: "previous_secret", one: "previous identity secret", many: "previous identity secrets" },
  { ...WEBHOOKS, column: "secret", one: "webhook secret", many: "webhook secrets" },
  { ...WEBHOOKS, column: "previous_secret", one: "previous webhook secret", many: "previous webhook secrets" },
  CHANNEL_ADDRESS,
  {
    table: "site_cards",
    column: "secret",
    key: "site_id",
    keyType: "uuid",
    owner: "'card ' || site_id::text",
    one: "secret of a card",
    many: "secrets of cards",
  },
  {
    table: "inbound_mailboxes",
    column: "refresh_token",
    key: "id",
    keyType: "smallint",
    owner: "'inbound'",
    one: "token of the mailbox",
    many: "tokens of the mailbox",
  },
];
