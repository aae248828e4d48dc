import { expect, test } from "@playwright/test";
import { pageUrl } from "../../../widget/dialog/dialog.ts";

test("removes the fragment, since it may contain a token", () => {
  expect(pageUrl("https://shop.example/a?b=1#access_token=secret")).toBe("https://shop.example/a?b=1");
  expect(pageUrl("https://shop.example/a")).toBe("https://shop.example/a");
});

test("keeps a fragment that is the page's route", () => {
  expect(pageUrl("https://shop.example/#/cart")).toBe("https://shop.example/#/cart");
  expect(pageUrl("https://shop.example/#!/cart")).toBe("https://shop.example/#!/cart");
  expect(pageUrl("https://shop.example/#!cart")).toBe("https://shop.example/#!cart");
});

test("shortens a URL that the API would reject as too long", () => {
  expect(pageUrl(`https://shop.example/${"a".repeat(2000)}`)).toHaveLength(1000);
});
