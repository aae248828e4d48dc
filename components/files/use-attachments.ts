"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { uploadFile } from "#client/upload-file.ts";
import { createUploads, type Upload, type Uploads } from "#client/uploads.ts";
import { workspaceHeader } from "#components/api/call-api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

/** `isReady` once the browser's are known. */
export type Attachments = Uploads & { uploads: readonly Upload[]; isReady: boolean };

// Before the browser's are known.
const NONE: { uploads: readonly Upload[] } = { uploads: [] };

const never = () => () => {};
const nothing = () => NONE;
const INERT: Uploads = {
  state: { get: nothing, subscribe: never },
  ...{ add: never, retry: never, remove: never, bringBack: never, refresh: never, sync: never, clear: never },
};

// Uploads go on while another conversation is open.
const known = new Map<string, Uploads>();

/** The files chosen for the next reply to a conversation, in all tabs. Uploaded files survive a reload. */
export function useAttachments({ id, siteId }: Pick<ConversationJson, "id" | "siteId">): Attachments {
  const { storage } = useLive();
  const [uploads, setUploads] = useState(INERT);
  // Not in the first render: the server doesn't know them.
  useEffect(() => {
    const create = () =>
      createUploads({
        storage,
        name: `draft-files:${id}`,
        upload: (file, options) =>
          uploadFile(`/files?siteId=${siteId}`, file, { ...options, headers: workspaceHeader() }),
      });
    const own = known.get(id) ?? create();
    known.set(id, own);
    own.sync();
    setUploads(own);
    const retry = () => own.retry();
    addEventListener("online", retry);
    const unwatch = storage.watch(own.sync);
    return () => {
      removeEventListener("online", retry);
      unwatch();
    };
  }, [id, siteId, storage]);
  const shown = useSyncExternalStore(uploads.state.subscribe, uploads.state.get, nothing);
  return { ...uploads, ...shown, isReady: uploads !== INERT };
}
