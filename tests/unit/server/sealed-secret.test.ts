import { expect, test } from "@playwright/test";
import { openSecrets, sealSecrets } from "../../../server/backup/sealed-secret.ts";

const PASSPHRASE = "correct horse battery staple";
const SECRETS = { current: "k".repeat(64), previous: "p".repeat(64) };

test("secrets are opened with their passphrase, however its accents are written, and with no other", {
  tag: "@all",
}, async () => {
  const sealed = await sealSecrets(SECRETS, `${PASSPHRASE} caf\u00e9`);
  expect(sealed).toMatch(/^1\.65536\.3\.4\.[\w-]+$/);
  expect(sealed).not.toContain(Buffer.from(SECRETS.current).toString("base64url").slice(0, 20));
  expect(await openSecrets(sealed, `${PASSPHRASE} cafe\u0301`)).toEqual(SECRETS);
  expect(await openSecrets(sealed, PASSPHRASE)).toBeNull();
  expect(await sealSecrets(SECRETS, PASSPHRASE)).not.toBe(await sealSecrets(SECRETS, PASSPHRASE));
});

test("what's damaged, cut short or asks for too much isn't opened", async () => {
  const sealed = await sealSecrets({ current: SECRETS.current }, PASSPHRASE);
  // Not the last letter: some of its bits have no meaning.
  const changed = sealed.slice(0, -9) + (sealed.at(-9) === "A" ? "B" : "A") + sealed.slice(-8);
  const cases = [
    "",
    "x",
    sealed.slice(0, 30),
    changed,
    sealed.replace("1.65536.", "1.9999999."),
    sealed.replace(/^1/, "2"),
  ];
  for (const text of cases) expect(await openSecrets(text, PASSPHRASE), text.slice(0, 20)).toBeNull();
});
