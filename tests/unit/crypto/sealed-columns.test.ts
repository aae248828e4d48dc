import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { SEALED_COLUMNS } from "#lib/base/sealing/sealed-columns.ts";
import { readSourceTree } from "../architecture/source-tree.ts";

// Hashes, fingerprints and public keys, which no one decrypts.
const NOT_SEALED =
  /^(passkeys\.(credential_id|public_key)|secret_fingerprint\.(current|previous)|\w+\.(hash|stands_for|\w+_hash))$/;

// Who seals something, and which columns it writes.
const SEALERS: Record<string, string[]> = {
  "lib/desk/cards/card-secret.ts": ["site_cards.secret"],
  "lib/outbox/channels/address.ts": ["channels.address"],
  "lib/outbox/channels/push-keys.system.ts": ["push_keys.private_key"],
  "lib/notify/mail-in/mailbox.system.ts": ["inbound_mailboxes.refresh_token"],
  "lib/sites/identity-secrets/commands.ts": ["identity_secrets.secret", "identity_secrets.previous_secret"],
  // A cookie, for some minutes.
  "lib/people/oidc/flow.ts": [],
  "lib/people/second-factor/commands.ts": ["second_factors.secret"],
  "lib/outbox/webhooks/commands.ts": ["webhook_endpoints.secret", "webhook_endpoints.previous_secret"],
};

const known = new Set(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`));

/** Returns the columns of binary values in the schema, by the names they have in the database. */
function binaryColumns(schema: string): string[] {
  return [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].flatMap(([, model = "", body = ""]) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model;
    return [...body.matchAll(/^ +(\w+) +Bytes\b(.*)$/gm)].map(
      ([, field, rest = ""]) => `${table}.${/@map\("(\w+)"\)/.exec(rest)?.[1] ?? field}`,
    );
  });
}

test("every binary column is sealed again after a change of AUTH_SECRET, or contains nothing sealed", () => {
  const columns = binaryColumns(readFileSync("prisma/schema.prisma", "utf8"));
  expect(new Set(columns.filter((column) => !NOT_SEALED.test(column)))).toEqual(known);
});

test("whatever seals a text writes it to a column that's sealed again after a change of AUTH_SECRET", () => {
  const sealers = readSourceTree()
    .filter(({ path }) => /^(app|gate|lib|routes|server)\//.test(path) && !path.startsWith("lib/base/sealing/"))
    .filter(({ source }) => /\bsealText\(/.test(source))
    .map(({ path }) => path);
  expect(new Set(sealers)).toEqual(new Set(Object.keys(SEALERS)));
  expect(new Set(Object.values(SEALERS).flat())).toEqual(known);
});

test("a new binary column is found", () => {
  const schema = 'model Thing {\n  id    Int   @id\n  token Bytes @map("sealed_token")\n\n  @@map("things")\n}\n';
  expect(binaryColumns(schema)).toEqual(["things.sealed_token"]);
});
