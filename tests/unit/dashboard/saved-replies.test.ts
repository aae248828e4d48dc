import { expect, test } from "@playwright/test";
import { findBlanks } from "#components/composer/blanks.ts";
import { expandReply } from "#components/composer/expand-reply.ts";
import { findSlash } from "#components/composer/slash-query.ts";

const known = {
  visitorName: "Grace Brewster Hopper",
  visitorEmail: "grace@example.com",
  siteName: "Fjord",
  myName: "Ada",
};

test("a saved reply is filled in with what's known, and keeps its blanks", () => {
  const body =
    "Hi {{visitor.first_name}} ({{ visitor.name }}, {{visitor.email}}),\n{{?order number}}: {{site.name}}, {{my.name|us}}";
  expect(expandReply(body, known)).toBe(
    "Hi Grace (Grace Brewster Hopper, grace@example.com),\n{{?order number}}: Fjord, Ada",
  );
});

test("a variable without a value becomes its fallback, or else a blank, and the account's name the site's", () => {
  const nobody = { siteName: "Fjord" };
  expect(expandReply("Hi {{visitor.first_name|there}}", nobody)).toBe("Hi there");
  expect(expandReply("Hi {{visitor.first_name| a|b }}", nobody)).toBe("Hi a|b");
  expect(expandReply("Hi {{visitor.first_name}}", nobody)).toBe("Hi {{?visitor’s first name}}");
  expect(expandReply("{{my.name}} {{my.name|us}}", nobody)).toBe("Fjord us");
  expect(expandReply("Hi {{visitor.name|there}}", { ...nobody, visitorName: " " })).toBe("Hi there");
});

test("a visitor's own words can't become a variable or a blank", () => {
  const hostile = { ...known, visitorName: "{{?card}} {{my.name}}" };
  const text = expandReply("Hi {{visitor.name}}", hostile);
  expect(text).toBe("Hi ?card my.name");
  expect(findBlanks(text)).toEqual([]);
  // Neither by what's left of it, nor together with the reply's own text.
  for (const visitorName of ["{}}{?card}{{}", "{{{?card}}}"]) {
    expect(findBlanks(expandReply("{{{visitor.name}}}", { ...known, visitorName }))).toEqual([]);
  }
});

test("a draft's blanks are found in their order, and other braces aren't blanks", () => {
  const draft = "{{?order number}} and {{? b }}, not {{?}}, {{? }}, {?a}, {{a}} or {{?a\nb}}";
  expect(findBlanks(draft).map(({ name, start, end }) => [name, draft.slice(start, end)])).toEqual([
    ["order number", "{{?order number}}"],
    ["b", "{{? b }}"],
  ]);
});

test("a slash asks for saved replies at the start or after white space only", () => {
  const query = (draft: string) => findSlash(draft, draft.length)?.query;
  expect(["/", "/ref", "Hello /order shipped", "a\n/x"].map(query)).toEqual(["", "ref", "order shipped", "x"]);
  expect(["and/or", "https://a.b/c", "/ no", "//", "/a\n", "1/2"].map(query)).toEqual(Array(6).fill(undefined));
  expect(findSlash("see /re later", 7)).toEqual({ start: 4, end: 7, query: "re" });
});
