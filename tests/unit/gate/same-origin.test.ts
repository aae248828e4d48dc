import { expect, test } from "@playwright/test";
import { isSameOrigin, ownRedirect } from "#gate/same-origin.ts";
import { provideSettings } from "../../support/provide-settings.ts";

test.beforeAll(() => {
  provideSettings({ BASE_URL: "https://inbox.example" });
});

function request(method: string, headers: Record<string, string>): Request {
  return new Request("http://10.0.0.7:3000/sites", { method, headers: { Host: "10.0.0.7:3000", ...headers } });
}

const cases: [headers: Record<string, string>, passes: boolean][] = [
  [{}, true],
  [{ "Sec-Fetch-Site": "same-origin" }, true],
  [{ "Sec-Fetch-Site": "none" }, true],
  [{ "Sec-Fetch-Site": "same-site" }, false],
  [{ "Sec-Fetch-Site": "cross-site" }, false],
  [{ "Sec-Fetch-Site": "" }, false],
  [{ "Sec-Fetch-Site": "cross-site", Origin: "https://inbox.example" }, false],
  [{ "Sec-Fetch-Site": "same-origin", Origin: "https://evil.example" }, true],
  [{ Origin: "https://inbox.example" }, true],
  [{ Origin: "http://10.0.0.7:3000" }, true],
  [{ Origin: "http://10.0.0.7" }, false],
  [{ Origin: "http://inbox.example" }, false],
  [{ Origin: "https://inbox.example:8443" }, false],
  [{ Origin: "https://inbox.example.evil.example" }, false],
  [{ Origin: "null" }, false],
  [{ Origin: "" }, false],
  [{ Origin: "file://" }, false],
];
for (const [headers, passes] of cases) {
  test(`a POST with ${JSON.stringify(headers)} ${passes ? "is accepted" : "is rejected"} with a cookie`, () => {
    expect(isSameOrigin(request("POST", headers))).toBe(passes);
  });
}

for (const method of ["PUT", "PATCH", "DELETE"]) {
  test(`${method} is rejected from another site, like POST`, () => {
    expect(isSameOrigin(request(method, { Origin: "https://evil.example" }))).toBe(false);
  });
}

for (const method of ["GET", "HEAD", "OPTIONS"]) {
  test(`${method} is accepted from anywhere, since it changes nothing`, () => {
    expect(isSameOrigin(request(method, { "Sec-Fetch-Site": "cross-site", Origin: "null" }))).toBe(true);
  });
}

test("a redirect leads to a URL of ours, or to the first page (A24)", () => {
  const base = "https://inbox.example";
  const addresses: [wanted: string, led: string][] = [
    ["/inbox?a=1#b", `${base}/inbox?a=1#b`],
    [`${base}/inbox`, `${base}/inbox`],
    ["https://ada:secret@inbox.example/inbox", `${base}/inbox`],
    ["//evil.example/x", base],
    ["/\\evil.example", base],
    ["/\n/evil.example", base],
    ["https://evil.example", base],
    ["https://inbox.example.evil.example", base],
    ["https://inbox.example:8443/", base],
    ["http://inbox.example/", base],
    ["javascript:alert(1)", base],
    [`blob:${base}/x`, base],
    ["inbox", base],
    ["http://[", base],
    ["", base],
  ];
  for (const [wanted, led] of addresses) expect(ownRedirect(wanted, base), wanted).toBe(led);
});
