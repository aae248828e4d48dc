import { expect, test } from "@playwright/test";
import { acceptsEncoding } from "#platform/http/encodings.ts";

test("an encoding is accepted if it's named, unless its weight is zero", () => {
  for (const accepted of ["br", "gzip, BR", " br ; q=0.01", "gzip;q=0,br;q=1", "br;q=1.000"]) {
    expect(acceptsEncoding(accepted, { name: "br" }), accepted).toBe(true);
  }
  for (const accepted of ["", "gzip", "br;q=0", "br; q=0.000", "brx", "xbr", null]) {
    expect(acceptsEncoding(accepted, { name: "br" }), String(accepted)).toBe(false);
  }
});
