import { expect, test } from "@playwright/test";
import { createSyncedDrafts, type DraftName, type ServerDraft } from "#components/live/synced-drafts.ts";
import { sharedMemory } from "../../support/shared-memory.ts";

const NAME: DraftName = "draft:c";

/** A browser with a draft, as far as it and the server are the same. */
function browser(text = "", version = 0) {
  const { values, openTab } = sharedMemory();
  const storage = openTab();
  const drafts = createSyncedDrafts(storage);
  const type = (typed: string) => (typed ? storage.set(NAME, typed) : storage.remove(NAME));
  if (version > 0) drafts.take(NAME, { version, body: text });
  return {
    drafts,
    values,
    type,
    take: (server: ServerDraft) => {
      drafts.take(NAME, server);
      return { text: drafts.textOf(NAME), other: drafts.synced(NAME).other, isStale: drafts.isStale(NAME) };
    },
  };
}

test("a draft that didn't change here becomes the server's, with what it offers", () => {
  const here = browser("Hi", 1);
  expect(here.take({ version: 2, body: "Hi Grace" })).toEqual({ text: "Hi Grace", other: "", isStale: false });
  expect(here.take({ version: 3, body: "Hi", other: "Dear" })).toEqual({ text: "Hi", other: "Dear", isStale: false });
  // It was sent on another device.
  expect(here.take({ version: 0, body: "" })).toEqual({ text: "", other: "", isStale: false });
  expect([...here.values]).toEqual([]);
});

test("a draft that's written here stays, and the other device's is offered with it", () => {
  const here = browser("Hi", 1);
  here.type("Hi Grace, from the laptop");
  expect(here.take({ version: 2, body: "Hi, from the phone" })).toEqual({
    text: "Hi Grace, from the laptop",
    other: "Hi, from the phone",
    isStale: true,
  });
  // A third device comes before it's stored.
  expect(here.take({ version: 3, body: "From the tablet" })).toMatchObject({
    text: "Hi Grace, from the laptop",
    other: "Hi, from the phone\n\nFrom the tablet",
  });
  expect(here.drafts.synced(NAME).version).toBe(3);
});

test("a text that's part of the one here isn't offered, and an empty box takes the other device's", () => {
  const here = browser("Hi", 1);
  here.type("Hi Grace");
  expect(here.take({ version: 2, body: "Hi Gr" })).toMatchObject({ text: "Hi Grace", other: "" });
  here.type("");
  expect(here.take({ version: 4, body: "From the phone" })).toEqual({
    text: "From the phone",
    other: "",
    isStale: false,
  });
});

test("a draft that was sent doesn't come back if the response to its last change was lost", () => {
  const here = browser();
  here.type("Hello");
  here.drafts.noteTried(NAME, "Hello");
  // Stored, but this browser doesn't know. Then the reply is sent.
  here.type("");
  expect(here.take({ version: 1, body: "Hello" })).toEqual({ text: "", other: "", isStale: true });
  here.drafts.noteTried(NAME, "");
  here.drafts.noteStored(NAME, { version: 0, body: "", other: "" });
  expect(here.drafts.isStale(NAME)).toBe(false);
  expect([...here.values]).toEqual([]);
});

test("text that's typed while a draft is being stored is stored next", () => {
  const here = browser();
  here.type("Hel");
  here.drafts.noteTried(NAME, "Hel");
  here.type("Hello");
  here.drafts.noteStored(NAME, { version: 1, body: "Hel", other: "" });
  expect(here.drafts.isStale(NAME)).toBe(true);
  expect(here.drafts.staleIds()).toEqual(["c"]);
  expect(here.drafts.textOf(NAME)).toBe("Hello");
});

test("an offered text is discarded on all devices, also while a draft is being stored", () => {
  const here = browser("Hi", 1);
  here.take({ version: 2, body: "Hi", other: "Dear" });
  here.drafts.noteTried(NAME, "Hi");
  here.drafts.discardOther(NAME);
  here.drafts.noteStored(NAME, { version: 3, body: "Hi", other: "Dear" });
  expect(here.drafts.synced(NAME)).toMatchObject({ version: 3, other: "", isOtherNew: true });
  here.drafts.noteStored(NAME, { version: 4, body: "Hi", other: "" });
  expect(here.drafts.isStale(NAME)).toBe(false);
});

test("a draft that the server removed for its age stays here, and chosen actions go with a text that's sent elsewhere", () => {
  const old = browser("Hi", 1);
  const stored = JSON.parse(old.values.get("draft-sync:c") ?? "{}");
  old.values.set("draft-sync:c", JSON.stringify({ ...stored, at: Date.now() - 30 * 86_400_000 }));
  expect(old.take({ version: 0, body: "" })).toEqual({ text: "Hi", other: "", isStale: true });

  const here = browser("Hi", 1);
  here.values.set("draft-actions:c", '{"close":true}');
  here.take({ version: 2, body: "Hi there" });
  expect(here.values.has("draft-actions:c")).toBe(true);
  here.take({ version: 0, body: "" });
  expect(here.values.has("draft-actions:c")).toBe(false);
});

test("drafts of replies and notes, and of conversations, are apart, and damaged data counts as unknown", () => {
  const here = browser("Hi", 1);
  here.values.set("note-draft:c", "A note");
  here.values.set("draft:d", "Another");
  here.values.set("draft-sync:c", "{");
  expect(new Set(here.drafts.staleIds())).toEqual(new Set(["c", "d"]));
  expect(here.drafts.textOf("note-draft:c")).toBe("A note");
  expect([here.drafts.isKnown("c"), here.drafts.isKnown("e")]).toEqual([true, false]);
  expect(here.take({ version: 1, body: "Hi" })).toEqual({ text: "Hi", other: "", isStale: false });
});
