import { expect, test } from "@playwright/test";
import { findLeaks, findStrayLines } from "../../support/log-leaks.ts";

const ORDINARY = `✓ Running next.config.js took 57ms
{"level":30,"time":1795281866966,"requestId":"01a1ff23-4de9-7c96-b231-04e036e2f25e","method":"POST","path":"/sites/01a1ff23-4de9-7c96-b231-04e036e2f25e/test-message","status":201,"ms":746.8}
{"level":50,"time":1795281866966,"requestId":"01a1ff23-4de9-7c96-b231-04e036e2f25e","status":503,"name":"Error","reason":"connect ECONNREFUSED 127.0.0.1:5432","stack":["    at async send (/srv/node_modules/@prisma/client/runtime/client.js:12:34)"],"msg":"request failed"}
{"level":30,"time":1,"reason":"listening on ::1 and 0.0.0.0 since 2026-11-21T17:05:34.000Z","msg":"PostgreSQL 18.4"}`;

test("finds nothing in what the service logs", () => {
  expect(findLeaks(ORDINARY, ["Do you have this in green?"])).toEqual([]);
});

const PLANTED: [what: string, text: string][] = [
  ["an email address", "zoe.quartz+shop@mail.example.com"],
  ["a token", "eyJhbGciOiJIUzI1NiIsInR5cCI6InVzZXIrand0In0.eyJzdWIi.x"],
  ["an API key", "sik_Vx0c8Jm2Qq5nT7yR1bK4hL9wZ3eD6fGaUiOpSsDfGhJ"],
  ["an Authorization value", "Bearer abcdefgh12345678"],
  ["an Authorization value", '"authorization": "x"'],
  ["a cookie", "next-auth.session-token=x"],
  ["a secret", "$argon2id$v=19$m=19456"],
  ["a secret", "site_inbox_identity_0123456789abcdef"],
  ["a secret", "whsec_K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN"],
  ["a query string", "/conversations?q=green"],
  ["an address", "203.0.113.7"],
  ["an address", "2001:db8:1:2:3:4:5:6"],
  ["an address", "2001:db8::7"],
  ["an address", "::ffff:203.0.113.7"],
  ["a text", "Do you have this in green?"],
  ["a text", 'two\nlines and "quotes"'],
];

for (const [what, text] of PLANTED) {
  test(`finds ${what} wherever it's written: ${JSON.stringify(text)} (G5, G6, G11)`, () => {
    const lines = [
      JSON.stringify({ level: 30, path: text }),
      JSON.stringify({ level: 50, stack: [`    at x (${text})`] }),
      ...(text.includes("\n") ? [] : [`  ${text} `]),
    ];
    for (const line of lines) {
      const found = findLeaks(`${ORDINARY}\n${line}\n${ORDINARY}`, [
        "Do you have this in green?",
        'two\nlines and "quotes"',
      ]);
      expect(found, line).toContainEqual(expect.objectContaining({ line: 5, what }));
    }
  });
}

test("finds every line that isn't a log line, and control characters in those that are", () => {
  const ordinary = '{"level":30,"time":1,"msg":"x"}';
  const stray = [
    "✓ Running next.config.js took 57ms",
    "[next-auth][error][JWT_SESSION_ERROR]",
    '{"level":60,',
    '"level time"',
    '{"msg":"no level"}',
    '{"level":30,"time":1,"msg":"\u009b31m"}',
    '{"level":30,"time":1,"msg":"\u202e"}',
  ];
  const log = [ordinary, ...stray.flatMap((line) => [line, ordinary]), ""].join("\n");
  expect(findStrayLines(log).map(({ text }) => text)).toEqual(stray);
});
