import { spawnSync } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { INBOUND, rawMail } from "../support/inbound.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import { writeSampleProgram } from "../support/sample-code.ts";

/*
 * What docs/operating/mail.md offers to be copied posts emails that the service accepts.
 */

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld(INBOUND);
});
test.afterAll(() => world.close());

const to = "inbox+abc@in.example";
const received = () =>
  world.sql<{ size: number; from: string }>(
    "SELECT size, envelope->>'from' AS from FROM received_mails ORDER BY created_at",
  );

async function sampleIn(language: string): Promise<string> {
  const docs = await readFile(join(import.meta.dirname, "../../docs/operating/mail.md"), "utf8");
  return new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(docs)?.[1] ?? "";
}

test("the shell script for Postfix posts an email, without a sender too, and has it tried again after a failure", async () => {
  const isThere = ["openssl", "curl"].every((name) => spawnSync(name, ["--version"]).status !== null);
  test.skip(!isThere, "openssl or curl is not installed here, so the script was not run");
  const [script, settings] = [test.info().outputPath("site-inbox-mail"), test.info().outputPath("settings")];
  await writeFile(script, await sampleIn("sh"));
  await chmod(script, 0o700);
  const post = async (raw: Buffer, words: string[], baseUrl = world.baseUrl) => {
    await writeFile(settings, `BASE_URL=${baseUrl}\nINBOUND_SECRET='${INBOUND.INBOUND_SECRET}'\n`);
    return spawnSync("sh", [script, ...words], { input: raw, env: { ...process.env, SITE_INBOX_MAIL: settings } })
      .status;
  };
  const raw = rawMail({ to, text: "From a shell" });
  expect(await post(raw, ["grace@example.com", to, "192.0.2.7"])).toBe(0);
  expect(await post(raw, ["", to, ""])).toBe(0);
  expect(await received()).toEqual([
    { size: raw.length, from: "grace@example.com" },
    { size: raw.length, from: "" },
  ]);
  expect(await post(raw, ["grace@example.com", to, ""], "http://127.0.0.1:9")).toBe(75);
});

test("the worker posts an email, and throws if it wasn't accepted", async () => {
  const worker = (await sampleIn("js")).replace("export default", "const worker =");
  const code = `${worker}
    const { BASE_URL, INBOUND_SECRET } = process.env;
    const raw = new Blob([process.argv[2]]).stream();
    await worker.email({ from: "ada@example.com", to: "${to}", raw }, { BASE_URL, INBOUND_SECRET });
  `;
  const { INBOUND_SECRET } = INBOUND;
  const run = await writeSampleProgram("node", code, { BASE_URL: world.baseUrl, INBOUND_SECRET });
  const raw = rawMail({ to, text: "From a worker" }).toString();
  expect(run([raw])).toMatchObject({ status: 0, stderr: "" });
  expect((await received()).at(-1)).toEqual({ size: raw.length, from: "ada@example.com" });
  const wrong = await writeSampleProgram("node", code, { BASE_URL: world.baseUrl, INBOUND_SECRET: "x".repeat(32) });
  expect(wrong([raw]).stderr).toContain("Site Inbox responded with 401");
});
