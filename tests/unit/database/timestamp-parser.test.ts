import { expect, test } from "@playwright/test";
import { types } from "pg";
import { parseTimestamp } from "#platform/database/timestamp-parser.ts";

const parseLikeDriver = types.getTypeParser(types.builtins.TIMESTAMPTZ);

test("a timestamp is parsed as the driver parses it, whatever its fraction, zone or era", () => {
  const texts = [
    "2026-11-22 14:02:39+00",
    "2026-11-22 14:02:39.1+00",
    "2026-11-22 14:02:39.12+00",
    "2026-11-22 14:02:39.123+00",
    "2026-11-22 14:02:39.123456+00",
    "2000-02-29 00:00:00+00",
    "1969-12-31 23:59:59.999+00",
    "2026-11-22 14:02:39.123+05:30",
    "2026-11-22 14:02:39-07",
    "0001-01-01 00:00:00+00",
    "0044-03-15 12:00:00+00 BC",
    "12026-01-01 00:00:00+00",
  ];
  for (const text of texts) expect(parseTimestamp(text), text).toEqual(parseLikeDriver(text));
  expect(parseTimestamp("infinity")).toBe(Number.POSITIVE_INFINITY);
});
