import { expect, test } from "@playwright/test";
import { readAllowedHosts } from "#platform/outgoing/allowed-hosts.ts";
import { readTarget } from "#platform/outgoing/target.ts";

const read = (url: string, setting = "n8n") => readTarget(url, readAllowedHosts(setting) ?? []);

for (const url of [
  "https://example.com/hook?key=1",
  "https://example.com:8443",
  "https://1.1.1.1/",
  "https://bücher.example",
]) {
  test(`accepts ${url}, a public host over https`, () => {
    expect(read(url)).toMatchObject({ isNamed: false });
  });
}

const REFUSED: Record<string, string> = {
  "http://example.com": "must begin with https://",
  "ftp://example.com": "must begin with https://",
  "javascript:alert(1)": "must begin with https://",
  "//example.com": "must be an address such as",
  "example.com/hook": "must be an address such as",
  "https://": "must be an address such as",
  "https://user@example.com": "must not contain a username",
  "https://user:pass@example.com": "must not contain a username",
  "https://example.com/#part": "must not have a part after #",
};

for (const [url, words] of Object.entries(REFUSED)) {
  test(`rejects ${url}: it ${words}`, () => {
    expect(read(url)).toContain(words);
  });
}

const INWARD = [
  "https://localhost",
  "https://LOCALHOST.:8443/x",
  "https://a.localhost",
  "https://printer.local",
  "https://db.internal",
  "https://127.0.0.1",
  "https://127.1",
  "https://0x7f.1",
  "https://2130706433",
  "https://0177.0.0.1",
  "https://169.254.169.254/latest/meta-data",
  "https://[::1]",
  "https://[::ffff:127.0.0.1]",
  "https://[::ffff:a9fe:a9fe]",
  "https://①②⑦.0.0.1",
];

for (const url of INWARD) {
  test(`rejects ${url}, in any spelling, since it's in the service's own network (D15)`, () => {
    expect(read(url)).toContain("must be a public host");
  });
}

test("accepts a host that the setting names, over http too, on the port that it names or on any", () => {
  const setting = "n8n, 10.0.0.5:8080,[fd00::5]:8443, localhost";
  for (const url of [
    "http://n8n:5678/x",
    "https://N8N.",
    "http://10.0.0.5:8080",
    "https://[fd00::5]:8443",
    "http://localhost",
  ]) {
    expect(read(url, setting), url).toMatchObject({ isNamed: true });
  }
  expect(read("https://10.0.0.5", setting)).toContain("must be a public host");
  expect(read("http://10.0.0.5:80", setting)).toContain("must begin with https://");
  expect(read("https://[fd00::5]:1", setting)).toContain("must be a public host");
  expect(read("http://n8n.example.com", setting)).toContain("must begin with https://");
});

test("uses the protocol's port if the URL has none", () => {
  expect(read("https://10.0.0.5", "10.0.0.5:443")).toMatchObject({ isNamed: true });
  expect(read("http://n8n", "n8n:0080")).toMatchObject({ isNamed: true });
  expect(read("http://10.0.0.5", "10.0.0.5:443")).toContain("must begin with https://");
});

for (const setting of [
  "",
  "a,,b",
  "http://n8n",
  "n8n/path",
  "user@n8n",
  "n8n:port",
  "[::1",
  "::1",
  "a b",
  "*",
  "*.x",
  "n8n:99999",
  "n8n:0",
  "a%62",
  "a,",
]) {
  test(`doesn't read ${JSON.stringify(setting)} as hosts, so a typo is reported at the start`, () => {
    expect(readAllowedHosts(setting)).toBeNull();
  });
}
