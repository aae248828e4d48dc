import { expect, test } from "@playwright/test";
import { supportedZone } from "#platform/supported-zone.ts";

for (const name of ["Etc/Unknown", "Mars/Olympus", "+05:30", "UTC+5", "", undefined, "A/".repeat(50)]) {
  test(`${String(name).slice(0, 20)} isn't the name of a time zone`, () => {
    expect(supportedZone(name)).toBeUndefined();
  });
}

test("a name is returned as Intl has it", () => {
  expect(supportedZone("europe/oslo")).toBe("Europe/Oslo");
  expect(supportedZone("Etc/GMT+5")).toBe("Etc/GMT+5");
  expect(supportedZone("EST5EDT")).toBe("America/New_York");
  expect(supportedZone("GMT")).toBe("UTC");
});
