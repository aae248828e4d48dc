import type { Store } from "#client/store.ts";
import type { ChatState } from "./chat-state.ts";
import { createPartLoader, type PartLoader } from "./load-part.ts";

declare global {
  /** The path of the part with the fields for name and email, inserted by the build. */
  const CONTACT_PATH: string;
}

/** Loads the fields for name and email. With details from an earlier visit, they're checked before they're sent. */
export function loadContactFields(store: Store<ChatState>): PartLoader {
  const loader = createPartLoader<ChatState["contactPart"] & object>(CONTACT_PATH, (contactPart) =>
    store.set({ contactPart }),
  );
  const { name, email } = store.get().contact;
  if (name || email) loader.begin();
  return loader;
}
