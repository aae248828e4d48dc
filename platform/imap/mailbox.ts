import type { ImapFlow, ImapFlowError, SearchObject } from "imapflow";
import type { ImapServer } from "./imap-url.ts";

const CONNECT_MS = 20_000;
const PATIENCE_MS = 60_000;
const CHUNK_BYTES = 256 * 1024;
// Of headers too, so that no server or email takes much memory.
const LITERAL_MAX = 4 * 1024 ** 2;
const FIELDS = [
  "return-path",
  "delivered-to",
  "x-original-to",
  "envelope-to",
  "from",
  "to",
  "cc",
  "content-type",
  "message-id",
];

/** How a mailbox is logged in to. */
export type ImapLogin = { user: string } & ({ pass: string } | { accessToken: string });

/** Why a mailbox can't be read: the login or the folder is wrong, or the server doesn't respond as it should. */
export type MailboxProblem = "login" | "folder" | "unreachable";

/** Ends a connection to a mailbox. */
export class MailboxError extends Error {
  override readonly name = "MailboxError";
  readonly problem: MailboxProblem;

  constructor(problem: MailboxProblem, cause: unknown) {
    super(reasonOf(cause), { cause });
    this.problem = problem;
  }
}

/** The server refuses to say something about an email. The connection goes on. */
export class MailUnreadable extends Error {
  override readonly name = "MailUnreadable";
}

/** An email in a mailbox: its size as the server says, when it arrived, and some of its header's fields. */
export type ListedMail = { uid: number; size: number; arrivedAt: Date | null; header: Uint8Array };

function reasonOf(error: unknown): string {
  const { message, responseText } = error as ImapFlowError;
  // The library's own message says only that a command failed.
  return responseText || message || String(error);
}

const isRefusal = (error: unknown) => ["NO", "BAD"].includes((error as ImapFlowError).responseStatus ?? "");

/**
 * An open mailbox. Nothing in it is changed except by `markSeen`. Each method throws `MailboxError` once the connection is lost, or
 * if the server takes too long.
 */
export class ImapMailbox implements Disposable {
  readonly #client: ImapFlow;
  readonly #patienceMs: number;
  readonly #lost = Promise.withResolvers<never>();
  #news = Promise.withResolvers<void>();

  constructor(client: ImapFlow, patienceMs: number) {
    this.#client = client;
    this.#patienceMs = patienceMs;
    this.#lost.promise.catch(() => undefined);
    client.on("error", (error: unknown) => this.#lost.reject(new MailboxError("unreachable", error)));
    client.on("close", () =>
      this.#lost.reject(new MailboxError("unreachable", new Error("the connection was closed"))),
    );
    client.on("exists", () => this.#news.resolve());
  }

  /** Logs in and opens a folder. */
  async open(folder: string): Promise<void> {
    await this.#within(() => this.#client.connect()).catch((error: unknown) => {
      throw isWrongLogin(error) ? new MailboxError("login", causeOf(error)) : error;
    });
    await this.#within(() => this.#client.mailboxOpen(folder)).catch((error: unknown) => {
      throw error instanceof MailUnreadable ? new MailboxError("folder", error) : error;
    });
  }

  /** The folder's UIDVALIDITY, and the UID that its next email gets, as they were when it was opened. */
  get state(): { uidValidity: bigint; uidNext: number } {
    const { mailbox } = this.#client;
    if (!mailbox) throw new MailboxError("unreachable", new Error("the folder was closed"));
    return { uidValidity: mailbox.uidValidity, uidNext: mailbox.uidNext };
  }

  /** Returns the UIDs from one on, in order. */
  async listFrom(uid: number): Promise<number[]> {
    // What comes from here on may be missing in the response.
    this.#news = Promise.withResolvers();
    await this.#within(() => this.#client.noop());
    const found = await this.#search({ uid: `${uid}:*` });
    // The last email is always in the range.
    return found.filter((one) => one >= uid);
  }

  /** Returns the UIDs of what arrived on a day or later, in order. */
  listSince(day: Date): Promise<number[]> {
    return this.#search({ since: day });
  }

  async #search(query: SearchObject): Promise<number[]> {
    const found = await this.#within(() => this.#client.search(query, { uid: true }));
    if (!found) throw new MailboxError("unreachable", new Error("the server refuses to list the emails"));
    return found.sort((one, other) => one - other);
  }

  /** Describes emails. Those that are gone are left out. Throws `MailUnreadable`. */
  async describe(uids: readonly number[]): Promise<ListedMail[]> {
    const query = { uid: true, size: true, internalDate: true, headers: FIELDS };
    const found = await this.#within(() => this.#client.fetchAll(uids.join(), query, { uid: true }));
    // Flags that change meanwhile come in rows of their own.
    const listed = found.flatMap(({ uid, size, internalDate, headers }) =>
      headers && size !== undefined ? [{ uid, size, arrivedAt: dateOf(internalDate), header: headers }] : [],
    );
    const isIncomplete = uids.some(
      (one) => found.some(({ uid }) => uid === one) && !listed.some(({ uid }) => uid === one),
    );
    if (isIncomplete) throw new MailUnreadable("the server sends no header of an email");
    return listed.sort((one, other) => one.uid - other.uid);
  }

  /** Reads an email piece by piece, without marking it. Throws `MailUnreadable`, also if it's gone. */
  async *read(uid: number): AsyncGenerator<Uint8Array> {
    for (let start = 0; ; ) {
      const source = { start, maxLength: CHUNK_BYTES };
      const found = await this.#within(() => this.#client.fetchOne(uid, { source }, { uid: true }));
      const piece = found ? found.source : undefined;
      if (!piece) throw new MailUnreadable("the email is gone");
      if (piece.length > 0) yield piece;
      start += piece.length;
      // Some servers send the whole email, however much was wanted.
      if (piece.length !== CHUNK_BYTES) return;
    }
  }

  /** Marks an email as read. Returns whether the server does. */
  async markSeen(uid: number): Promise<boolean> {
    try {
      return await this.#within(() => this.#client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true }));
    } catch (error) {
      if (error instanceof MailUnreadable) return false;
      throw error;
    }
  }

  /** How much of the mailbox's space is used, in percent. Null if the server doesn't say. */
  async usedPercent(): Promise<number | null> {
    if (!this.#client.capabilities.has("QUOTA")) return null;
    try {
      const { path = "INBOX" } = this.#client.mailbox || {};
      const quota = await this.#within(() => this.#client.getQuota(path));
      const { usage, limit } = (quota ? quota.storage : undefined) ?? {};
      return usage === undefined || !limit ? null : Math.round((usage / limit) * 100);
    } catch (error) {
      if (error instanceof MailUnreadable) return null;
      throw error;
    }
  }

  /** Waits until there may be new emails: the server says so, or it's time to look, sooner if the server can't say. */
  async changed({ idleMs, pollMs }: { idleMs: number; pollMs: number }): Promise<void> {
    const { promise, resolve } = this.#news;
    const timers = [setTimeout(resolve, idleMs)];
    let isOver = false;
    const poll = () => {
      if (!isOver) timers.push(setTimeout(resolve, pollMs));
    };
    // It ends early if the server refuses it, or ends it. The next command ends it otherwise.
    if (this.#client.capabilities.has("IDLE")) this.#client.idle().then(poll, poll);
    else poll();
    try {
      await Promise.race([promise, this.#lost.promise]);
    } finally {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
    }
  }

  /** Ends the connection at once. */
  close(): void {
    this.#client.close();
    this.#lost.reject(new MailboxError("unreachable", new Error("the connection was closed")));
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #within<T>(work: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      this.#lost.reject(new MailboxError("unreachable", new Error("the server didn't respond in time")));
      this.#client.close();
    }, this.#patienceMs);
    try {
      return await Promise.race([work(), this.#lost.promise]);
    } catch (error) {
      if (error instanceof MailboxError) throw error;
      throw isRefusal(error)
        ? new MailUnreadable(reasonOf(error), { cause: error })
        : new MailboxError("unreachable", error);
    } finally {
      clearTimeout(timer);
    }
  }
}

const causeOf = (error: unknown) => (error instanceof Error && error.cause) || error;

// A server that can't check a login at the moment says so with a code (RFC 5530).
function isWrongLogin(error: unknown): boolean {
  const cause = causeOf(error) as ImapFlowError;
  return cause.authenticationFailed === true && !/^(UNAVAILABLE|INUSE|LIMIT)$/.test(cause.serverResponseCode ?? "");
}

const dateOf = (value: Date | string | undefined): Date | null => {
  const date = new Date(value ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
};

/** Opens a mailbox, and closes it at the signal. Throws `MailboxError`. */
export async function openMailbox(
  { host, port, tls, folder }: ImapServer,
  login: ImapLogin,
  { signal, patienceMs = PATIENCE_MS }: { signal: AbortSignal; patienceMs?: number },
): Promise<ImapMailbox> {
  // It isn't needed by a service that reads no mailbox.
  const { ImapFlow } = await import("imapflow");
  const client = new ImapFlow({
    host,
    port,
    secure: tls === "at once",
    ...(tls !== "at once" && { doSTARTTLS: tls === "starttls" }),
    auth: login,
    clientInfo: { name: "Site Inbox" },
    logger: false,
    disableAutoIdle: true,
    // Plain IMAP is enough, and nothing unpacks to more than what's sent.
    disableAutoEnable: true,
    disableCompression: true,
    connectionTimeout: Math.min(CONNECT_MS, patienceMs),
    greetingTimeout: Math.min(CONNECT_MS, patienceMs),
    maxLiteralSize: LITERAL_MAX,
    maxResponseSize: 2 * LITERAL_MAX,
  });
  const mailbox = new ImapMailbox(client, patienceMs);
  const close = () => mailbox.close();
  signal.addEventListener("abort", close, { once: true });
  try {
    signal.throwIfAborted();
    await mailbox.open(folder);
    return mailbox;
  } catch (error) {
    mailbox.close();
    throw error;
  }
}
