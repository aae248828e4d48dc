import { backoff } from "./backoff.ts";
import type { UploadedFile } from "./live-event.ts";
import { readStored, type Storage } from "./storage.ts";
import { createStore, type Readable } from "./store.ts";
import { newKey, type Unsent } from "./unsent.ts";
import type { UploadOutcome, UploadProblem } from "./upload-file.ts";

/** An uploaded file, and when this browser had it uploaded. The server removes it after an hour without a message. */
type KeptFile = UploadedFile & { uploadedAt?: number };

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
  file?: KeptFile | undefined;
};

type Options = {
  upload: (file: File, options: { onProgress: (part: number) => void; signal: AbortSignal }) => Promise<UploadOutcome>;
  /** Where the files of the draft are stored, and under which name. All tabs share them. */
  storage: Storage;
  name: string;
};

export type Uploads = {
  state: Readable<{ uploads: readonly Upload[] }>;
  /** Appends files, and uploads them one after the other. */
  add: (files: readonly File[]) => void;
  /** Tries one again, or all that wait for the connection. */
  retry: (key?: string) => void;
  /** Removes one, and cancels its upload. */
  remove: (key: string) => void;
  /** Puts the files of an unsent message before the others. */
  bringBack: (message: Pick<Unsent, "uploads" | "problem">) => void;
  /** Uploads expired files again, or marks one as gone if this page no longer has it. */
  refresh: () => void;
  /** Takes over what another tab has added, removed or sent. */
  sync: () => void;
  /** Removes all, because a message has them now. */
  clear: () => void;
};

/** Less than the hour that the server keeps a file without a message. */
const KEPT_MS = 55 * 60_000;
/** How many files at most can be uploaded again, be it after they were sent with a message that was rejected. */
const ORIGINALS_MAX = 30;

const UNREADABLE: UploadProblem = { status: 400, code: "unreadable", retryAfter: 0 };
/** It was uploaded, but the server no longer has it. */
const GONE: UploadProblem = { ...UNREADABLE, code: "gone" };
/** The page was left before it was uploaded. */
const UNFINISHED: UploadProblem = { ...UNREADABLE, code: "unfinished" };

/** The statuses of a service that's gone or busy for now. */
const isPassing = ({ status }: UploadProblem) => [0, 408, 429, 502, 503, 504].includes(status);

/** Uploads the files of a message that's being written, in their order, and keeps trying while the connection is bad. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the queue, its stored entries and the expired files change each other.
export function createUploads({ upload, storage, name }: Options): Uploads {
  const store = createStore<{ uploads: readonly Upload[] }>({ uploads: [] });
  const files = new Map<string, File>();
  /** The uploaded ones by id. */
  const originals = new Map<string, File>();
  let running: { key: string; cancel: AbortController } | undefined;
  let failures = 0;
  /** Set until the next try of an upload that failed. */
  let pause: ReturnType<typeof setTimeout> | undefined;
  let expiry: ReturnType<typeof setTimeout> | undefined;

  const current = () => store.get().uploads;
  const readEntries = () => readStored(storage, name, areEntries) ?? [];

  const show = (uploads: readonly Upload[]) => {
    store.set({ uploads });
    clearTimeout(expiry);
    const ends = uploads.map(({ state, file }) => (state === "done" && file ? expiresAt(file) : Infinity));
    const end = Math.min(...ends);
    if (end < Infinity) expiry = setTimeout(refresh, end - Date.now());
  };
  const set = (uploads: readonly Upload[]) => {
    const own = new Set([...current(), ...uploads].map(({ key }) => key));
    // Other tabs may have added some since.
    const entries = [...uploads.filter(isStored), ...readEntries().filter(({ key }) => !own.has(key))];
    if (entries.length > 0) storage.set(name, JSON.stringify(entries));
    else storage.remove(name);
    show(uploads);
  };
  const change = (key: string, update: Partial<Upload>) =>
    set(current().map((one) => (one.key === key ? { ...one, ...update } : one)));
  const showProgress = (key: string, sent: number) =>
    store.set({ uploads: current().map((one) => (one.key === key ? { ...one, sent } : one)) });

  /** Returns what becomes of a file that was uploaded before. */
  const renewed = (key: string, file: KeptFile, isGone: boolean): Upload => {
    const done: Upload = { key, name: file.name, size: file.size, state: "done", sent: 1, file };
    if (!isGone) return done;
    const original = originals.get(file.id);
    if (!original) return { ...done, state: "failed", problem: GONE };
    files.set(key, original);
    return { ...done, state: "waiting", sent: 0, file: undefined };
  };
  const fromEntry = (entry: Upload): Upload => {
    const { key, file } = entry;
    return file ? renewed(key, file, isOver(file)) : { ...entry, state: "failed", problem: UNFINISHED };
  };

  const run = async () => {
    const next = current().find(({ state }) => state === "waiting");
    const file = next && files.get(next.key);
    if (running || pause !== undefined || !next || !file) return;
    const { key } = next;
    const cancel = new AbortController();
    running = { key, cancel };
    change(key, { state: "uploading", sent: 0 });
    const outcome: UploadOutcome = (await isReadable(file))
      ? await upload(file, { onProgress: (sent) => showProgress(key, sent), signal: cancel.signal })
      : { ok: false, problem: UNREADABLE };
    running = undefined;
    if (cancel.signal.aborted) failures = 0;
    else if (outcome.ok) {
      failures = 0;
      files.delete(key);
      if (originals.size === ORIGINALS_MAX) originals.clear();
      originals.set(outcome.file.id, file);
      const kept = { ...outcome.file, uploadedAt: Date.now() };
      change(key, { state: "done", sent: 1, file: kept, problem: undefined });
    } else if (!isPassing(outcome.problem)) change(key, { state: "failed", problem: outcome.problem });
    else {
      failures += 1;
      change(key, { state: "waiting", problem: outcome.problem });
      pause = setTimeout(tryNow, Math.max(outcome.problem.retryAfter * 1000, backoff(failures)));
      return;
    }
    void run();
  };

  const tryNow = () => {
    clearTimeout(pause);
    pause = undefined;
    void run();
  };

  const refresh = () => {
    set(
      current().map((one) => (one.state === "done" && one.file ? renewed(one.key, one.file, isOver(one.file)) : one)),
    );
    void run();
  };

  const sync = () => {
    const entries = readEntries();
    const entryOf = new Map(entries.map((entry) => [entry.key, entry]));
    const kept = current().flatMap((one) => {
      const entry = entryOf.get(one.key);
      entryOf.delete(one.key);
      if (files.has(one.key) || !isStored(one)) return one;
      if (!entry) return [];
      return entry.file && entry.file.id !== one.file?.id ? fromEntry(entry) : one;
    });
    // What another tab is uploading appears once it's there. Nothing is stored, so that tabs don't answer each other.
    show([...kept, ...[...entryOf.values()].filter(({ file }) => file).map(fromEntry)]);
    void run();
  };

  show(readEntries().map(fromEntry));

  return {
    state: store,
    add: (added) => {
      const chosen = added.map((file) => ({ key: newKey(), file }));
      for (const { key, file } of chosen) files.set(key, file);
      const waiting = chosen.map(
        ({ key, file: { name: called, size } }): Upload => ({ key, name: called, size, state: "waiting", sent: 0 }),
      );
      set([...current(), ...waiting]);
      void run();
    },
    retry: (key) => {
      if (key !== undefined) change(key, { state: "waiting", problem: undefined });
      tryNow();
    },
    remove: (key) => {
      files.delete(key);
      set(current().filter((one) => one.key !== key));
      if (running?.key === key) running.cancel.abort();
    },
    bringBack: ({ uploads = [], problem }) => {
      // The server names the files it no longer has, or that another message has.
      const isGone = (file: KeptFile, at: number) => problem?.fields.includes(`files.${at}`) || isOver(file);
      const others = current().filter(({ key }) => !uploads.some(({ id }) => id === key));
      set([...uploads.map((file, at) => renewed(file.id, file, isGone(file, at))), ...others]);
      void run();
    },
    refresh,
    sync,
    clear: () => {
      files.clear();
      set([]);
      running?.cancel.abort();
    },
  };
}

const expiresAt = ({ uploadedAt = Date.now() }: KeptFile) => uploadedAt + KEPT_MS;
const isOver = (file: KeptFile) => expiresAt(file) <= Date.now();

/** A reload keeps the files that can be sent, and lists the ones to add again. */
const isStored = (one: Upload) => one.state !== "failed" || one.file || one.problem?.code === UNFINISHED.code;

const areEntries = (value: unknown): value is Upload[] =>
  Array.isArray(value) && value.every((one) => typeof one?.key === "string");

// A folder, or a file that was changed or removed since it was chosen, would look like a connection that fails.
const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
