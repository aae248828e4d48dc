import { expect, test } from "@playwright/test";
import { greetingName, greetingPages } from "../../../components/greetings/greeting-fields.ts";

const NAMES: [typed: string, name: string][] = [
  ["Pricing page", "pricing-page"],
  ["  Über uns! ", "uber-uns"],
  ["a--b__c", "a-b-c"],
  [`${"x".repeat(39)} y`, "x".repeat(39)],
  ["pricing", "pricing"],
  ["料金", "料金"],
  ["", ""],
];
for (const [typed, name] of NAMES)
  test(`a greeting's name ${JSON.stringify(typed)} becomes ${JSON.stringify(name)}`, () =>
    expect(greetingName(typed)).toBe(name));

const PAGES: [typed: string, domain: string | null, pages: string[]][] = [
  ["pricing", null, ["/pricing"]],
  ["pricing, /plans ,, #/cart\n*shop*", null, ["/pricing", "/plans", "#/cart", "*shop*"]],
  ["https://shop.example/plans/?from=mail#top", "shop.example", ["/plans/"]],
  ["https://www.shop.example/#/cart", "shop.example", ["/#/cart"]],
  ["http://shop.example:8080/a*", "shop.example", ["/a*"]],
  ["//shop.example/a", "shop.example", ["/a"]],
  ["shop.example/über", "shop.example", ["/über"]],
  ["shop.example", "shop.example", ["/"]],
  ["https://anything.example/a", null, ["/a"]],
  // Another site's isn't this one's path, and the API says so.
  ["https://other.example/a", "shop.example", ["https://other.example/a"]],
  ["https://", null, ["/https://"]],
  ["index.html", "shop.example", ["/index.html"]],
  ["pricing", "not a domain", ["/pricing"]],
  ["/pricing?plan=pro", null, ["/pricing?plan=pro"]],
  ["", null, []],
];
for (const [typed, domain, pages] of PAGES)
  test(`pages ${JSON.stringify(typed)} on ${domain} become ${JSON.stringify(pages)}`, () =>
    expect(greetingPages(typed, domain)).toEqual(pages));
