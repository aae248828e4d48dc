import { openStorage, readStored } from "#client/storage.ts";

export type ContinuedChat = { siteKey: string; visitorId: string; visitorToken: string };

// Where the panel keeps what it knows of its visitor (widget/panel/chat.ts).
const storageOf = (siteKey: string) => openStorage(`site-inbox:${siteKey}:`);

const hasId = (value: unknown): value is { id: string } => typeof Object(value).id === "string";

/** Whether this browser is somebody in the site's chat already, on this address. */
export const isVisitorKnown = (siteKey: string): boolean =>
  readStored(storageOf(siteKey), "visitor", hasId) !== undefined;

/** Makes this browser the visitor whom a mail went to. Of another one who was here nothing is left, unsent texts neither. */
export function becomeVisitor({ siteKey, visitorId, visitorToken }: ContinuedChat): void {
  const storage = storageOf(siteKey);
  if (readStored(storage, "visitor", hasId)?.id !== visitorId) {
    for (const name of storage.names("")) storage.remove(name);
  }
  storage.set("visitor", JSON.stringify({ id: visitorId, token: visitorToken }));
  storage.set("started", "yes");
}
