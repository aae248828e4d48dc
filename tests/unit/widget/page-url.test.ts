import { expect, test } from "@playwright/test";
import { pageUrl } from "../../../widget/dialog/dialog.ts";

test("leaves the fragment out, because it may hold a token", () => {
  expect(pageUrl("https://shop.example/a?b=1#access_token=secret")).toBe("https://shop.example/a?b=1");
  expect(pageUrl("https://shop.example/a")).toBe("https://shop.example/a");
});

test("keeps a fragment that is the page's route", () => {
  expect(pageUrl("https://shop.example/#/cart")).toBe("https://shop.example/#/cart");
  expect(pageUrl("https://shop.example/#!/cart")).toBe("https://shop.example/#!/cart");
  expect(pageUrl("https://shop.example/#!cart")).toBe("https://shop.example/#!cart");
});

test("cuts what the API would refuse as too long", () => {
  expect(pageUrl(`https://shop.example/${"a".repeat(2000)}`)).toHaveLength(1000);
});
