import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { newWebhookSecret, signatureHeaders } from "#lib/outbox/webhooks/signature.ts";
import { type SampleLanguage, writeSampleProgram } from "../../support/sample-code.ts";

const DOCUMENT = readFileSync("docs/webhooks.md", "utf8");

/** Prints yes or no for the arguments, after the code of docs/webhooks.md. */
const MAIN: Record<SampleLanguage, string> = {
  node: 'console.log(isGenuine(...process.argv.slice(2)) ? "yes" : "no");',
  python: 'import sys\nprint("yes" if is_genuine(*sys.argv[1:]) else "no")',
  php: "echo is_genuine(...array_slice($argv, 1)) ? 'yes' : 'no', PHP_EOL;",
  ruby: 'puts genuine?(*ARGV) ? "yes" : "no"',
  go: 'func main() {\n\ta := os.Args[1:]\n\tif isGenuine(a[0], a[1], a[2], a[3]) {\n\t\tos.Stdout.WriteString("yes\\n")\n\t} else {\n\t\tos.Stdout.WriteString("no\\n")\n\t}\n}',
};
const LANGUAGES: [fence: string, language: SampleLanguage][] = [
  ["js", "node"],
  ["python", "python"],
  ["php", "php"],
  ["ruby", "ruby"],
  ["go", "go"],
];

const payload = '{"type":"message.created","data":{"siteId":"ñ"}}';
const [secret, last] = [newWebhookSecret(), newWebhookSecret()];

function sent(secrets: string[], at = new Date()): [string, string, string, string] {
  const headers = signatureHeaders(secrets, { id: "delivery-1", at, payload });
  return ["delivery-1", headers["webhook-timestamp"], headers["webhook-signature"], payload];
}

for (const [fence, language] of LANGUAGES) {
  test(`the ${fence} in docs/webhooks.md accepts what is signed with its secret, and nothing else or old`, {
    tag: "@all",
  }, async () => {
    test.setTimeout(120_000);
    const code = DOCUMENT.split(`\`\`\`${fence}\n`)[1]?.split("```")[0];
    const judge = await writeSampleProgram(language, `${code}\n${MAIN[language]}\n`, { WEBHOOK_SECRET: secret });
    const says = (words: string[]) => {
      const { stdout, stderr } = judge(words);
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
