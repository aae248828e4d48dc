import { backoff } from "./backoff.ts";
import type { UploadedFile } from "./live-event.ts";
import { createStore, type Readable } from "./store.ts";
import { newKey } from "./unsent.ts";
import type { UploadOutcome, UploadProblem } from "./upload-file.ts";

/** A file that was chosen for the next message. */
export type Upload = {
  key: string;
  name: string;
  size: number;
  /** A "waiting" one is uploaded when its turn comes, or when the connection is back. */
  state: "waiting" | "uploading" | "done" | "failed";
  /** The part that was sent, from 0 to 1. */
  sent: number;
  problem?: UploadProblem | undefined;
  file?: UploadedFile;
};

type Options = {
  upload: (file: File, options: { onProgress: (part: number) => void; signal: AbortSignal }) => Promise<UploadOutcome>;
  /** Files of an earlier page that were uploaded but not sent. */
  uploaded?: readonly UploadedFile[];
  onChange?: (uploaded: UploadedFile[]) => void;
};

export type Uploads = {
  state: Readable<{ uploads: readonly Upload[] }>;
  /** Adds files after those that are there, and uploads them one after the other. */
  add: (files: readonly File[]) => void;
  /** Tries one again, or all that wait for the connection. */
  retry: (key?: string) => void;
  /** Removes one, and cancels its upload. */
  remove: (key: string) => void;
  /** Puts files that are uploaded before those that are there. */
  bringBack: (uploaded: readonly UploadedFile[]) => void;
  /** Removes all, because a message has them now. */
  clear: () => void;
};

/** The statuses of a service that's gone or busy for now. */
const isPassing = ({ status }: UploadProblem) => [0, 408, 429, 502, 503, 504].includes(status);

/** Uploads the files of a message that's being written, in their order, and keeps trying while the connection is bad. */
export function createUploads({ upload, uploaded = [], onChange }: Options): Uploads {
  const store = createStore<{ uploads: readonly Upload[] }>({ uploads: uploaded.map(known) });
  const files = new Map<string, File>();
  let running: { key: string; cancel: AbortController } | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (uploads: readonly Upload[]) => {
    store.set({ uploads });
    onChange?.(uploads.flatMap(({ file }) => file ?? []));
  };
  const change = (key: string, update: Partial<Upload>) =>
    set(store.get().uploads.map((one) => (one.key === key ? { ...one, ...update } : one)));

  const run = async () => {
    clearTimeout(timer);
    const next = store.get().uploads.find(({ state }) => state === "waiting");
    const file = next && files.get(next.key);
    if (running || !next || !file) return;
    const { key } = next;
    const cancel = new AbortController();
    running = { key, cancel };
    change(key, { state: "uploading", sent: 0 });
    const outcome = (await isReadable(file))
      ? await upload(file, { onProgress: (sent) => change(key, { sent }), signal: cancel.signal })
      : UNREADABLE;
    running = undefined;
    if (cancel.signal.aborted) failures = 0;
    else if (outcome.ok) {
      failures = 0;
      files.delete(key);
      change(key, { state: "done", sent: 1, file: outcome.file, problem: undefined });
    } else if (!isPassing(outcome.problem)) change(key, { state: "failed", problem: outcome.problem });
    else {
      failures += 1;
      change(key, { state: "waiting", problem: outcome.problem });
      timer = setTimeout(() => void run(), Math.max(outcome.problem.retryAfter * 1000, backoff(failures)));
      return;
    }
    void run();
  };

  return {
    state: store,
    add: (added) => {
      const chosen = added.map((file) => ({ key: newKey(), file }));
      for (const { key, file } of chosen) files.set(key, file);
      const waiting = chosen.map(
        ({ key, file: { name, size } }): Upload => ({ key, name, size, state: "waiting", sent: 0 }),
      );
      set([...store.get().uploads, ...waiting]);
      void run();
    },
    retry: (key) => {
      if (key !== undefined) change(key, { state: "waiting", problem: undefined });
      void run();
    },
    remove: (key) => {
      files.delete(key);
      set(store.get().uploads.filter((one) => one.key !== key));
      if (running?.key === key) running.cancel.abort();
    },
    bringBack: (uploaded) => set([...uploaded.map(known), ...store.get().uploads]),
    clear: () => {
      files.clear();
      set([]);
      running?.cancel.abort();
    },
  };
}

const UNREADABLE: UploadOutcome = { ok: false, problem: { status: 400, code: "unreadable", retryAfter: 0 } };

// A folder, or a file that was changed or removed since it was chosen, would look like a connection that fails.
const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

const known = (file: UploadedFile): Upload => ({
  key: file.id,
  name: file.name,
  size: file.size,
  state: "done",
  sent: 1,
  file,
});
