import { openStorage, readStored } from "#client/storage.ts";

export type ContinuedChat = { siteKey: string; visitorId: string; visitorToken: string };

// Where the panel keeps what it knows of its visitor (widget/panel/chat.ts).
const storageOf = (siteKey: string) => openStorage(`site-inbox:${siteKey}:`);

const hasId = (value: unknown): value is { id: string } => typeof Object(value).id === "string";

/** Whether this browser already has a visitor in the site's chat, on this origin. */
export const isVisitorKnown = (siteKey: string): boolean =>
  readStored(storageOf(siteKey), "visitor", hasId) !== undefined;

/** Turns this browser into the visitor an email went to. Nothing of a previous one remains, including unsent texts. */
export function becomeVisitor({ siteKey, visitorId, visitorToken }: ContinuedChat): void {
  const storage = storageOf(siteKey);
  if (readStored(storage, "visitor", hasId)?.id !== visitorId) {
    for (const name of storage.names("")) storage.remove(name);
  }
  storage.set("visitor", JSON.stringify({ id: visitorId, token: visitorToken }));
  storage.set("started", "yes");
}
