import { expect, test } from "@playwright/test";
import { describeDevice } from "#platform/user-agent.ts";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)";
const ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9)";
const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

const devices: [userAgent: string, device: string | null][] = [
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
  [`${WINDOWS} ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`${WINDOWS} ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, "Edge on Windows"],
  [`${WINDOWS} ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 OPR/125.0.0.0`, "Opera on Windows"],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`, "Safari on macOS"],
  [`${IPHONE} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
  [`${IPHONE} AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1`, "Chrome on iPhone"],
  [`${ANDROID} ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [`${ANDROID} ${WEBKIT} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`, "Samsung Internet on Android"],
  ["Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0", "Firefox on Android"],
  [`Mozilla/5.0 (X11; CrOS x86_64 16328.65.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, "Chrome on ChromeOS"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/142.0.0.0 Safari/537.36`, "Chrome on Linux"],
  [`${MAC} something new`, "A browser on macOS"],
  ["Mozilla/5.0", null],
  ["curl/8.11.1", "curl"],
  ["python-requests/2.32.3", "python-requests"],
  ["Go-http-client/2.0", "Go-http-client"],
  ["node", "node"],
  ["okhttp/4.12.0", "okhttp"],
  ["PostmanRuntime/7.43.0", "PostmanRuntime"],
  ["", null],
  ["<script>alert(1)</script>", null],
  ["10.1.2.3", null],
  ["ada@example.com", null],
  ["a".repeat(10_000), null],
  [`Mozilla/5.0 ${"x".repeat(100_000)} Firefox/1 Windows`, null],
];
for (const [userAgent, device] of devices) {
  test(`${JSON.stringify(userAgent.slice(0, 120))} is ${device === null ? "nothing to go by" : `"${device}"`}`, () => {
    expect(describeDevice(userAgent)).toBe(device);
  });
}

test("a request without a User-Agent has no device", () => {
  expect(describeDevice(null)).toBeNull();
});
