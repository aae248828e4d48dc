import { expect, test } from "@playwright/test";
import { IDENTITY_CODE, type IdentityLanguage } from "#components/sites/identity-code.ts";
import { verifyIdentityHash } from "#lib/sites/identity-secrets/identity-secret.ts";
import { writeSampleProgram } from "../../support/sample-code.ts";

const SECRET = "site_inbox_identity_000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

// By another hand: printf %s ID | openssl dgst -sha256 -hmac SECRET
const KNOWN: [id: string, hash: string][] = [
  ["customer-7", "b5bcef90a5435ee99e151aafccb14b31d7aaab52e548712acce66eeec4bdc92f"],
  ["ana@shop.example", "953cee76b3bb83af8a771bdb73f25e31f74bca7d1f6529a0f862dd99f31c69b2"],
  ["Анна-7", "be59ace26ba5c807c6232f8844ddfb73ffac4835747dff1ce75da7148dcdd46b"],
  ["お客様7", "e64319213a0bdcdd0214bf9124a7bf5a3b458ea6e7b6ba9757fa53251b2915b7"],
  ["\u00e9", "fd937257c4161cb61066a9aac10ccee6cf24a80b89e81f32d5e0069b30abaa25"],
  ["e\u0301", "07651ac1c237345289a436370e739d18e56c0de9b97edfb3533b66fe1aa0fe80"],
  ["👩‍👩‍👧", "2feb7c75bfd79f4aa2ab195783f189ed76385387c51a2393dac3473aaff5a051"],
  [" a b ", "cdc826b681f08e618d2b23824d6965ccf2c2643b179ec8343f1ec9b303ca8f80"],
];

/** Prints the hash of each argument on a line, after the code to be copied. */
const MAIN: Record<IdentityLanguage, string> = {
  node: "for (const id of process.argv.slice(2)) console.log(visitorHash(id));",
  python: "import sys\nfor visitor_id in sys.argv[1:]:\n    print(visitor_hash(visitor_id))",
  php: "foreach (array_slice($argv, 1) as $id) { echo visitor_hash($id), PHP_EOL; }",
  ruby: "ARGV.each { |id| puts visitor_hash(id) }",
  go: 'func main() {\n\tfor _, id := range os.Args[1:] {\n\t\tos.Stdout.WriteString(visitorHash(id) + "\\n")\n\t}\n}',
};

test("the service accepts these hashes as proof", () => {
  for (const [id, hash] of KNOWN) {
    expect(verifyIdentityHash(SECRET, id, hash), id).toBe(true);
    expect(verifyIdentityHash(SECRET, `${id} `, hash), id).toBe(false);
  }
});

for (const { language, label, code } of IDENTITY_CODE) {
  test(`the sample code for ${label} computes the hashes that the service expects, in any script`, async () => {
    const hash = await writeSampleProgram(language, `${code}\n${MAIN[language]}\n`, {
      SITE_INBOX_IDENTITY_SECRET: SECRET,
    });
    const { stdout, stderr } = hash(KNOWN.map(([id]) => id));
    expect(stderr).toBe("");
    expect(stdout.trim().split(/\r?\n/)).toEqual(KNOWN.map(([, expected]) => expected));
  });
}
