import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { newWebhookSecret, signatureHeaders } from "#lib/webhooks/signature.ts";

const DOCUMENT = readFileSync("docs/webhooks.md", "utf8");

type Language = { file: string; command: string[]; probe: string[]; main: string };

// Each prints yes or no for the arguments, after the code of docs/webhooks.md.
const LANGUAGES: Record<string, Language> = {
  js: {
    file: "main.mjs",
    command: [process.execPath],
    probe: [process.execPath, "--version"],
    main: 'console.log(isGenuine(...process.argv.slice(2)) ? "yes" : "no");',
  },
  python: {
    file: "main.py",
    command: ["python3", "-X", "utf8"],
    probe: ["python3", "--version"],
    main: 'import sys\nprint("yes" if is_genuine(*sys.argv[1:]) else "no")',
  },
  php: {
    file: "main.php",
    command: ["php"],
    probe: ["php", "--version"],
    main: "echo is_genuine(...array_slice($argv, 1)) ? 'yes' : 'no', PHP_EOL;",
  },
  ruby: {
    file: "main.rb",
    command: ["ruby", "-Ku"],
    probe: ["ruby", "--version"],
    main: 'puts genuine?(*ARGV) ? "yes" : "no"',
  },
  go: {
    file: "main.go",
    command: ["go", "run"],
    probe: ["go", "version"],
    main: 'func main() {\n\ta := os.Args[1:]\n\tif isGenuine(a[0], a[1], a[2], a[3]) {\n\t\tos.Stdout.WriteString("yes\\n")\n\t} else {\n\t\tos.Stdout.WriteString("no\\n")\n\t}\n}',
  },
};

const run = ([program = "", ...words]: string[], env = {}) =>
  spawnSync(program, words, { encoding: "utf8", env: { ...process.env, ...env } });

const payload = '{"type":"message.created","data":{"siteId":"ñ"}}';
const [secret, last] = [newWebhookSecret(), newWebhookSecret()];

function sent(secrets: string[], at = new Date()): [string, string, string, string] {
  const headers = signatureHeaders(secrets, { id: "delivery-1", at, payload });
  return ["delivery-1", headers["webhook-timestamp"], headers["webhook-signature"], payload];
}

for (const [language, { file, command, probe, main }] of Object.entries(LANGUAGES)) {
  test(`the ${language} in docs/webhooks.md accepts what is signed with its secret, and nothing else or old`, async () => {
    test.setTimeout(120_000);
    test.skip(
      language !== "js" && run(probe).status !== 0,
      `${language} is not installed here, so its code was not run`,
    );
    const code = DOCUMENT.split(`\`\`\`${language}\n`)[1]?.split("```")[0];
    const path = test.info().outputPath(file);
    await writeFile(path, `${code}\n${main}\n`);
    const says = (words: string[]) => {
      const { stdout, stderr } = run([...command, path, ...words], { WEBHOOK_SECRET: secret });
      expect(stderr).toBe("");
      return stdout.trim();
    };
    const [id, at, signature] = sent([secret]);
    expect(says(sent([secret]))).toBe("yes");
    expect(says(sent([last, secret])), "while the secret is replaced").toBe("yes");
    expect(says(sent([last]))).toBe("no");
    expect(says([id, at, signature, `${payload} `])).toBe("no");
    expect(says(sent([secret], new Date(Date.now() - 400_000)))).toBe("no");
  });
}
