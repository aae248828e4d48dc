import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "@playwright/test";
import { freePort } from "../../server/http/free-port.ts";
import { testEnvironment } from "./environment.ts";
import { CALLED_AS } from "./redis-program.ts";

/** A Redis of a test's own that can be taken away and brought back at the same address. */
export type TestRedis = {
  url: string;
  start(): Promise<void>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Makes it accept connections without responding, until it's killed. */
  hang(): void;
} & AsyncDisposable;

/** Skips the test, with the reason, if Redis isn't available. */
export function requireRedis(): void {
  const missing = testEnvironment.redisPath === undefined;
  test.skip(missing, "there is no redis-server or valkey-server on this machine: install Debian's redis-tools");
}

export async function newRedis(): Promise<TestRedis> {
  const port = await freePort("127.0.0.1");
  const password = randomBytes(12).toString("hex");
  let server: ChildProcess | undefined;
  const args = [
    "--port",
    `${port}`,
    "--bind",
    "127.0.0.1",
    "--requirepass",
    password,
    "--save",
    "",
    "--appendonly",
    "no",
  ];

  async function start(): Promise<void> {
    server = spawn(testEnvironment.redisPath ?? "", args, { argv0: CALLED_AS, stdio: "ignore" });
    await once(server, "spawn");
    while (!(await responds(port))) if (server.exitCode !== null) throw new Error("redis-server exited");
  }
  async function kill(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
  }
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    start,
    kill,
    hang: () => void server?.kill("SIGSTOP"),
    [Symbol.asyncDispose]: kill,
  };
}

function responds(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => socket.end(() => resolve(true)));
    socket.once("error", () => resolve(false));
  });
}
