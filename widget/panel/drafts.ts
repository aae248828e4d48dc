import { readStored, type Storage } from "#client/storage.ts";
import type { Contact } from "./contact.ts";

/** Where the files of the next message are stored. */
export const DRAFT_FILES = "files";
/** Where the email of the form is stored while it's typed, and that the form was sent and the email isn't saved yet. */
export const FORM_EMAIL = "email";
export const FORM_DUE = "email-due";

export type Drafts = ReturnType<typeof createDrafts>;

/** What the visitor typed or chose but hasn't sent. It survives a reload. */
export function createDrafts(storage: Storage) {
  const keep = (name: string, text: string) => (text ? storage.set(name, text) : storage.remove(name));
  return {
    readText: () => storage.get("draft") ?? "",
    keepText: (text: string) => keep("draft", text),

    readContact: (): Contact => readStored(storage, "contact", isContact) ?? { name: "", email: "" },
    keepContact: (contact: Contact) => storage.set("contact", JSON.stringify(contact)),

    /** Remembers what the page said about its visitor. Returns whether it changed. */
    keepGiven: (given: Partial<Contact>): boolean => {
      const now = JSON.stringify(given);
      const isNews = (storage.get("given") ?? "{}") !== now;
      if (isNews) storage.set("given", now);
      return isNews;
    },

    /** Whether the visitor has ever sent a message. */
    readStarted: () => storage.get("started") !== undefined,
    keepStarted: () => storage.set("started", "yes"),

    /** The greeting that the visitor's first message replies to. */
    readGreeting: () => storage.get("greeting"),
    keepGreeting: (text: string) => keep("greeting", text),

    readMuted: () => storage.get("muted") !== undefined,
    keepMuted: (isMuted: boolean) => keep("muted", isMuted ? "yes" : ""),
  };
}

function isContact(value: unknown): value is Contact {
  const { name, email } = Object(value) as Record<string, unknown>;
  return typeof name === "string" && typeof email === "string";
}
