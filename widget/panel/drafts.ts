import type { Contact } from "./contact.ts";
import type { UnsentMessage } from "./message.ts";
import { readStored, type Storage } from "./storage.ts";
import { say } from "./words.ts";

const UNSENT = "unsent:";

/** What the visitor wrote and the server does not have yet; it outlives a reload. */
export function createDrafts(storage: Storage) {
  return {
    readText: () => storage.get("draft") ?? "",
    keepText: (text: string) => (text ? storage.set("draft", text) : storage.remove("draft")),

    readContact: (): Contact => readStored(storage, "contact", isContact) ?? { name: "", email: "" },
    keepContact: (contact: Contact) => storage.set("contact", JSON.stringify(contact)),

    /** Remembers what the page said of its visitor, and tells whether it is something else than before. */
    keepGiven: (given: Partial<Contact>): boolean => {
      const now = JSON.stringify(given);
      const isNews = (storage.get("given") ?? "{}") !== now;
      if (isNews) storage.set("given", now);
      return isNews;
    },

    // Each message has a place of its own, so that two tabs do not overwrite each other's.
    keepUnsent: (message: UnsentMessage) => storage.set(UNSENT + message.key, JSON.stringify(message)),
    dropUnsent: (key: string) => storage.remove(UNSENT + key),
    readUnsent: (): UnsentMessage[] =>
      storage
        .names(UNSENT)
        .map((name) => readStored(storage, name, isUnsent))
        .filter((message) => message !== undefined)
        .sort((one, other) => one.createdAt.localeCompare(other.createdAt))
        .map((message) => ({ ...message, state: "rejected", why: say("sendInterrupted") })),
  };
}

export type Drafts = ReturnType<typeof createDrafts>;

function isContact(value: unknown): value is Contact {
  if (typeof value !== "object" || value === null) return false;
  const { name, email } = value as Record<string, unknown>;
  return typeof name === "string" && typeof email === "string";
}

function isUnsent(value: unknown): value is UnsentMessage {
  if (typeof value !== "object" || value === null) return false;
  const { key, body, createdAt } = value as Record<string, unknown>;
  return typeof key === "string" && typeof body === "string" && typeof createdAt === "string";
}
