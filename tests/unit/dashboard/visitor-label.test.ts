import { expect, test } from "@playwright/test";
import { avatarColor, avatarInitials } from "#components/visitor/avatar-initials.ts";
import { visitorLabel } from "#components/visitor/visitor-name.ts";
import { conversationRow } from "../../support/conversation-row.ts";

const VISITOR = "01890a5d-ac96-774b-bcce-b302099a7f3a";
const labelOf = (fields: Parameters<typeof conversationRow>[0]) => visitorLabel(conversationRow(fields));

test("a visitor is called by what they gave, and otherwise by the page they started from", () => {
  const place = { id: "c", visitorId: VISITOR, firstPageUrl: "https://fjord.example/shop/mugs/?ref=1#top" };
  const given = { visitorName: "Grace Hopper", visitorEmail: "g@example.com", visitorExternalId: "customer-1" };
  expect(labelOf({ ...place, ...given })).toEqual({ text: "Grace Hopper", isOurs: false });
  expect(labelOf({ ...place, visitorEmail: "g@example.com" })).toEqual({ text: "g@example.com", isOurs: false });
  expect(labelOf({ ...place, visitorExternalId: "customer-1" })).toEqual({ text: "customer-1", isOurs: false });
  expect(labelOf(place)).toEqual({ text: "Visitor from /mugs", isOurs: true });
  const { firstPageUrl: _, ...nowhere } = place;
  expect(labelOf(nowhere)).toEqual({ text: "Visitor 7F3A", isOurs: true });
});

test("the name of a page is readable, short and free of characters that no one sees", () => {
  const names = {
    "https://fjord.example/": "fjord.example",
    "https://fjord.example//": "fjord.example",
    "https://fjord.example/t%C3%B6pfe": "/töpfe",
    "https://fjord.example/%E3%81%82": "/あ",
    "https://fjord.example/%ff%fe": "/%ff%fe",
    "https://fjord.example/a%E2%80%AEb%00c": "/a b c",
    "https://fjord.example/%E2%80%AE": "fjord.example",
    [`https://fjord.example/${"m".repeat(40)}`]: `/${"m".repeat(24)}`,
  };
  for (const [firstPageUrl, name] of Object.entries(names)) {
    expect(labelOf({ id: "c", firstPageUrl }).text).toBe(`Visitor from ${name}`);
  }
  expect(labelOf({ id: "c", visitorId: VISITOR, firstPageUrl: "not a URL" }).text).toBe("Visitor 7F3A");
});

test("initials are the first letters of the first and the last word, in any script", () => {
  const initials = {
    "Grace Hopper": "GH",
    "ada  king countess lovelace ": "AL",
    Prince: "P",
    "(Ada) 'Lovelace'": "AL",
    "高橋 美咲": "高美",
    "ليلى منصور": "لم",
    "e\u0301mile zola": "E\u0301Z",
    "👋 🌿": "",
    "": "",
  };
  for (const [name, letters] of Object.entries(initials)) expect(avatarInitials(name), name).toBe(letters);
});

test("a visitor's color stays the same, and all colors are used", () => {
  const colors = Array.from({ length: 500 }, (_, at) => avatarColor(`${VISITOR}${at}`));
  expect(new Set(colors)).toEqual(new Set(Array.from({ length: 12 }, (_, color) => color)));
  expect(avatarColor(VISITOR)).toBe(avatarColor(VISITOR));
});
