"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import type { UploadedFile } from "#client/live-event.ts";
import { readStored } from "#client/storage.ts";
import { uploadFile } from "#client/upload-file.ts";
import { createUploads, type Upload, type Uploads } from "#client/uploads.ts";
import { workspaceHeader } from "#components/api/call-api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import type { ConversationJson } from "#lib/conversations/schema.ts";

export type Attachments = Uploads & { uploads: readonly Upload[] };

// Before the browser's are known.
const NONE: { uploads: readonly Upload[] } = { uploads: [] };

const never = () => () => {};
const nothing = () => NONE;
const INERT: Uploads = {
  state: { get: nothing, subscribe: never },
  ...{ add: never, retry: never, remove: never, bringBack: never, clear: never },
};

// Uploads go on while another conversation is open.
const known = new Map<string, Uploads>();

const isUploaded = (value: unknown): value is UploadedFile[] =>
  Array.isArray(value) && value.every((one) => typeof one?.id === "string" && typeof one.name === "string");

/** The files chosen for the next reply to a conversation. Those that are uploaded survive a reload. */
export function useAttachments({ id, siteId }: Pick<ConversationJson, "id" | "siteId">): Attachments {
  const { storage } = useLive();
  const [uploads, setUploads] = useState(INERT);
  // Not in the first render: the server doesn't know them.
  useEffect(() => {
    const name = `draft-files:${id}`;
    const create = () =>
      createUploads({
        uploaded: readStored(storage, name, isUploaded) ?? [],
        upload: (file, options) =>
          uploadFile(`/files?siteId=${siteId}`, file, { ...options, headers: workspaceHeader() }),
        onChange: (uploaded) => {
          if (uploaded.length > 0) storage.set(name, JSON.stringify(uploaded));
          else storage.remove(name);
        },
      });
    const own = known.get(id) ?? create();
    known.set(id, own);
    setUploads(own);
    const retry = () => own.retry();
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [id, siteId, storage]);
  return { ...uploads, ...useSyncExternalStore(uploads.state.subscribe, uploads.state.get, nothing) };
}
