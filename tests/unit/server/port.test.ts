import type { NetworkInterfaceInfo } from "node:os";
import { expect, test } from "@playwright/test";
import { readSettings, type Settings } from "#platform/env.ts";
import { hostForAll } from "#platform/ip-address.ts";
import { withPort } from "../../../server/http/port.ts";
import { StartError } from "../../../server/process/start-error.ts";

async function failureWith(settings: Record<string, string>): Promise<unknown> {
  return withPort(readSettings({ PORT: "0", ...settings })).then(
    (chosen: Settings) => chosen,
    (error: unknown) => error,
  );
}

const HOSTS = [
  "fe80::1%nope",
  "a".repeat(300),
  "a".repeat(64),
  "http://0.0.0.0",
  "203.0.113.7",
  "256.1.1.1",
  "no such host",
];

for (const HOST of HOSTS) {
  test(`HOST=${HOST.slice(0, 20)} (${HOST.length} characters) is refused in one line that names it`, async () => {
    for (const PORT of ["0", "31999"]) {
      const failure = await failureWith({ HOST, PORT });
      expect(failure).toBeInstanceOf(StartError);
      expect(String(failure)).toContain("HOST");
      expect(String(failure)).not.toContain("\n");
    }
  });
}

const four = { family: "IPv4", internal: false } as NetworkInterfaceInfo;
const six = { family: "IPv6", internal: false } as NetworkInterfaceInfo;
const loopback = [
  { ...four, internal: true },
  { ...six, internal: true },
];

test("without HOST the service listens on IPv4, and on IPv6 only if the machine has no IPv4 network", () => {
  expect(hostForAll({ lo: loopback, eth0: [four, six] })).toBe("0.0.0.0");
  expect(hostForAll({ lo: loopback, eth0: [four] })).toBe("0.0.0.0");
  expect(hostForAll({ lo: loopback })).toBe("0.0.0.0");
  expect(hostForAll({ lo: loopback, eth0: [six] })).toBe("::");
});
