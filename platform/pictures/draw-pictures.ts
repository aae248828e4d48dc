import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { importOptions } from "../import-options.ts";
import { processWide } from "../process-wide.ts";

/** A picture to draw from another one: whole within a square of `side` pixels, or cut to that square. Never enlarged. */
export type Wish = { side: number; shape: "fit" | "square" };

/** A picture in WebP: upright, in sRGB, without metadata, and only the first frame of an animation. */
export type DrawnPicture = { content: Buffer; width: number; height: number };

export type PictureRequest = { path: string; wishes: Wish[]; cpuMs: number };
export type PictureResponse = { pictures: DrawnPicture[] } | { reason: string };

/** `undecodable` is the file's fault: trying it again is pointless. `unavailable` is the host's, and `busy` passes soon. */
type PictureFailure = "undecodable" | "unavailable" | "busy";

export class PictureError extends Error {
  override readonly name = "PictureError";
  readonly failure: PictureFailure;

  constructor(failure: PictureFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

type Options = {
  /** How much of the processor one file may take: more is the file's fault. */
  cpuMs?: number;
  /** How long it may take: more is the host's fault. */
  timeMs?: number;
  /** Ends the drawing, which then throws `unavailable`. */
  signal?: AbortSignal;
  /** Throws `busy` if as many files are being drawn or waiting. */
  waitingMax?: number;
};

const CPU_MS = 10_000;
const TIME_MS = 30_000;
const IDLE_MS = 30_000;
const HEAP_MB = 64;
const REASON_MAX = 200;
const STOPPED = "stopped";
const PROGRAM = join(process.cwd(), "platform", "pictures", "picture-process.ts");
// Next would try to bundle what an imported fork() runs.
const { fork } = process.getBuiltinModule("node:child_process");

/**
 * Draws pictures from the JPEG, PNG, WebP, GIF or AVIF at `path`, in the order of the wishes, in a process of their own:
 * whatever a file does to its decoder, this process goes on. One file at a time; others wait. Throws `PictureError`, for
 * files of more than 40 million pixels too.
 */
export function drawPictures(
  path: string,
  wishes: Wish[],
  { cpuMs = CPU_MS, timeMs = TIME_MS, signal, waitingMax = Number.POSITIVE_INFINITY }: Options = {},
): Promise<DrawnPicture[]> {
  const queue = pictures();
  if (queue.length >= waitingMax) return Promise.reject(new PictureError("busy", "too many are waiting"));
  queue.length += 1;
  const drawing = queue.last
    .then(() => drawNext(queue, { path, wishes, cpuMs }, { timeMs, signal }))
    .finally(() => {
      queue.length -= 1;
    });
  queue.last = drawing.catch(() => undefined);
  return drawing;
}

type Queue = { last: Promise<unknown>; length: number; child?: ChildProcess | undefined; idle?: NodeJS.Timeout };

const pictures = processWide("pictures", (): Queue => ({ last: Promise.resolve(), length: 0 }));

/** Returns the id of the process that draws pictures, if one is running. */
export const pictureProcessId = (): number | undefined => pictures().child?.pid;

type Limits = { timeMs: number; signal: AbortSignal | undefined };

async function drawNext(queue: Queue, request: PictureRequest, limits: Limits): Promise<DrawnPicture[]> {
  if (limits.signal?.aborted) throw new PictureError("unavailable", STOPPED);
  clearTimeout(queue.idle);
  queue.child ??= startChild(queue);
  const response = await ask(queue.child, request, limits).catch((error: unknown) => {
    end(queue);
    throw error;
  });
  queue.idle = setTimeout(end, IDLE_MS, queue).unref();
  if ("reason" in response) throw new PictureError("undecodable", response.reason.slice(0, REASON_MAX));
  return response.pictures;
}

// The next request starts another one, without waiting for this one's end.
function end(queue: Queue): void {
  queue.child?.kill("SIGKILL");
  queue.child = undefined;
}

function startChild(queue: Queue): ChildProcess {
  const child = fork(PROGRAM, [], {
    // No settings and no secrets: what takes over the decoder finds none.
    env: {} as NodeJS.ProcessEnv,
    execArgv: [...importOptions(), `--max-old-space-size=${HEAP_MB}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const forget = () => {
    if (queue.child === child) queue.child = undefined;
  };
  child.once("exit", forget);
  child.once("error", forget);
  // It doesn't keep this process from ending.
  child.unref();
  child.channel?.unref();
  return child;
}

function ask(child: ChildProcess, request: PictureRequest, { timeMs, signal }: Limits): Promise<PictureResponse> {
  return new Promise((resolve, reject) => {
    const fail = (failure: PictureError["failure"], message: string) => {
      settle();
      reject(new PictureError(failure, message));
    };
    const tooSlow = setTimeout(() => fail("unavailable", "took too long"), timeMs);
    const respond = (response: PictureResponse) => {
      settle();
      resolve(response);
    };
    // The kernel kills it first if the host is short of memory.
    const exit = (_code: number | null, signaled: NodeJS.Signals | null) =>
      fail(signaled === "SIGKILL" ? "unavailable" : "undecodable", "ended the process that decoded it");
    const cannotRun = (error: Error) => fail("unavailable", error.message);
    const stop = () => fail("unavailable", STOPPED);
    function settle() {
      signal?.removeEventListener("abort", stop);
      clearTimeout(tooSlow);
      child.off("message", respond);
      child.off("exit", exit);
      child.off("error", cannotRun);
    }
    signal?.addEventListener("abort", stop);
    child.on("message", respond);
    child.on("exit", exit);
    child.on("error", cannotRun);
    child.send(request, (error) => {
      if (error) fail("unavailable", error.message);
    });
  });
}
