import { expect, test } from "@playwright/test";
import { faultOfPattern, pathExpression } from "#lib/sites/greetings/pages.ts";

const fits = (pattern: string, path: string) => new RegExp(pathExpression([pattern]) as string).test(path);

const ROWS: [pattern: string, fitting: string[], others: string[]][] = [
  ["/pricing", ["/pricing", "/pricing/", "/pricing#faq"], ["/pricing-old", "/x/pricing", "/pricing/x"]],
  ["/pricing/", ["/pricing", "/pricing/"], ["/pricing/x"]],
  ["/pricing*", ["/pricing", "/pricing/x", "/pricing-2#a"], ["/x/pricing"]],
  ["/pricing/*", ["/pricing/", "/pricing/x"], ["/pricing", "/pricingx"]],
  ["*/thanks", ["/thanks", "/de/thanks", "/de/thanks/"], ["/thanks/x", "/thanksx"]],
  ["*sale*", ["/sale", "/x-sale-y"], ["/sal"]],
  ["/shop/*/reviews", ["/shop/tea/reviews", "/shop/a/b/reviews"], ["/shop/reviews", "/shop/tea/reviews/1"]],
  ["/", ["/", "/#top"], ["/x"]],
  ["#/plans*", ["/#/plans", "/app#/plans/2"], ["/plans", "/#/other"]],
  ["/preise für dich", ["/preise%20f%C3%BCr%20dich"], ["/preise"]],
  ["/a.b(c)[d]+{e}|f^$\\", ["/a.b(c)[d]+{e}|f^$\\"], ["/axb(c)[d]+{e}|f^$\\", "f"]],
];

for (const [pattern, fitting, others] of ROWS) {
  test(`the pattern ${pattern} fits ${fitting.join(" ")}, and not ${others.join(" ")}`, () => {
    expect(faultOfPattern(pattern)).toBeUndefined();
    expect(fitting.filter((path) => !fits(pattern, path))).toEqual([]);
    expect(others.filter((path) => fits(pattern, path))).toEqual([]);
  });
}

test("several patterns fit what one of them does, and without any, or with *, every path fits", () => {
  const both = new RegExp(pathExpression(["/a", "/b*"]) as string);
  expect(["/a", "/bc", "/ab", "/c"].filter((path) => both.test(path))).toEqual(["/a", "/bc"]);
  expect(pathExpression([])).toBeUndefined();
  expect(pathExpression(["/a", "*"])).toBeUndefined();
});

test("no pattern makes a long path take long", () => {
  const path = `/${"a".repeat(20_000)}`;
  const started = performance.now();
  for (const pattern of [`/${"a".repeat(99)}*${"a".repeat(98)}b`, `*${"a".repeat(99)}*${"a".repeat(97)}b`]) {
    expect(faultOfPattern(pattern)).toBeUndefined();
    expect(fits(pattern, path.slice(0, 4_000))).toBe(false);
  }
  expect(performance.now() - started).toBeLessThan(1_000);
});
