import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { importOptions } from "../import-options.ts";
import { processWide } from "../process-wide.ts";
import { OOM_SCORE } from "./oom-score.ts";

/** `input` is the input's fault: trying it again is pointless. `unavailable` is the host's, and `busy` passes soon. */
type ChildFailure = "input" | "unavailable" | "busy";

export class ChildError extends Error {
  override readonly name = "ChildError";
  readonly failure: ChildFailure;

  constructor(failure: ChildFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** What the child gets: the caller's request, and how much of the processor it may take. */
export type ChildRequest<Q> = { request: Q; cpuMs: number };

/** What the child returns: a result, or what was wrong with the input. */
export type ChildResponse<R> = { result: R } | { reason: string };

type Program<Q> = {
  /** The program's path from the root of the project. It serves with `serveRequests`. */
  program: string;
  heapMb: number;
  /** A child without work ends after this time. */
  idleMs: number;
  /** Limits the child with Node's permissions: it may read files, and write into the folder that this returns. */
  writesInto?: (request: Q) => string;
};

type Limits = {
  /** How much of the processor a request may take: more is the input's fault. */
  cpuMs: number;
  /** How long it may take: more is the host's fault. */
  timeMs: number;
  /** Ends the work, which then throws `unavailable`. */
  signal?: AbortSignal | undefined;
  /** Throws `busy` if as many requests are running or waiting. */
  waitingMax?: number;
};

type Queue = {
  last: Promise<unknown>;
  length: number;
  child?: ChildProcess | undefined;
  /** The folder that the child may write into. */
  folder?: string | undefined;
  idle?: NodeJS.Timeout;
};

const REASON_MAX = 200;
const STOPPED = "stopped";
// Next would try to bundle what an imported fork() runs.
const { fork } = process.getBuiltinModule("node:child_process");

/**
 * Returns what runs requests in a process of their own: whatever an input does to the program, this process goes on. One request at
 * a time; others wait. `run` throws `ChildError`.
 */
export function childRunner<Q, R>(program: Program<Q>) {
  const queueOf = processWide(`child ${program.program}`, (): Queue => ({ last: Promise.resolve(), length: 0 }));

  return {
    run(request: Q, limits: Limits): Promise<R> {
      const queue = queueOf();
      const { waitingMax = Number.POSITIVE_INFINITY } = limits;
      if (queue.length >= waitingMax) return Promise.reject(new ChildError("busy", "too many are waiting"));
      queue.length += 1;
      const running = queue.last
        .then(() => runNext<Q, R>(program, queue, request, limits))
        .finally(() => {
          queue.length -= 1;
        });
      queue.last = running.catch(() => undefined);
      return running;
    },
    /** Returns the id of the child, if one is running. */
    pid: (): number | undefined => queueOf().child?.pid,
  };
}

async function runNext<Q, R>(program: Program<Q>, queue: Queue, request: Q, limits: Limits): Promise<R> {
  if (limits.signal?.aborted) throw new ChildError("unavailable", STOPPED);
  clearTimeout(queue.idle);
  const folder = program.writesInto?.(request);
  if (folder !== queue.folder) end(queue);
  queue.folder = folder;
  const isNew = queue.child === undefined;
  queue.child ??= startChild(program, queue);
  let response: ChildResponse<R>;
  try {
    response = await ask<Q, R>(queue.child, { request, cpuMs: limits.cpuMs }, limits);
  } catch (error) {
    end(queue);
    // Earlier inputs may have left it short of memory. Only if a new process ends, it's this input's fault.
    if (!isNew && error instanceof ChildError && error.failure === "input")
      return runNext(program, queue, request, limits);
    throw error;
  }
  queue.idle = setTimeout(end, program.idleMs, queue).unref();
  if ("reason" in response) throw new ChildError("input", response.reason.slice(0, REASON_MAX));
  return response.result;
}

// The next request starts another one, without waiting for this one's end.
function end(queue: Queue): void {
  queue.child?.kill("SIGKILL");
  queue.child = undefined;
}

const permissionsFor = (folder: string) => [
  "--permission",
  "--allow-fs-read=*",
  `--allow-fs-write=${folder}`,
  `--allow-fs-write=${OOM_SCORE}`,
];

function startChild<Q>({ program, heapMb }: Program<Q>, queue: Queue): ChildProcess {
  const permissions = queue.folder === undefined ? [] : permissionsFor(queue.folder);
  const child = fork(join(process.cwd(), program), [], {
    // No settings and no secrets: what takes over the program finds none.
    env: {} as NodeJS.ProcessEnv,
    execArgv: [...importOptions(), `--max-old-space-size=${heapMb}`, ...permissions],
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

function ask<Q, R>(
  child: ChildProcess,
  request: ChildRequest<Q>,
  { timeMs, signal }: Limits,
): Promise<ChildResponse<R>> {
  return new Promise((resolve, reject) => {
    const fail = (failure: ChildFailure, message: string) => {
      settle();
      reject(new ChildError(failure, message));
    };
    const tooSlow = setTimeout(() => fail("unavailable", "took too long"), timeMs);
    const respond = (response: ChildResponse<R>) => {
      settle();
      resolve(response);
    };
    // The kernel kills it first if the host is short of memory.
    const exit = (_code: number | null, signaled: NodeJS.Signals | null) =>
      fail(signaled === "SIGKILL" ? "unavailable" : "input", "ended the process that read it");
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
