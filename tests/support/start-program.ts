import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

type Program = {
  path: string;
  args: string[];
  env?: Record<string, string | undefined>;
};

/** Starts a program that ends with the stack, together with whatever it has started. */
export function startProgram(stack: AsyncDisposableStack, { path, args, env = {} }: Program) {
  const environment: Record<string, string | undefined> = { PATH: process.env.PATH, ...env };
  const child = spawn(path, args, {
    env: environment as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const ended = once(child, "exit");
  stack.defer(async () => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid);
    await ended;
  });
  // What nobody reads must not fill the pipe.
  child.stdout.resume();
  child.stderr.resume();
  return child;
}

/** Waits until a program has printed what a pattern matches, and returns the pattern's group. */
export async function printed(output: Readable, pattern: RegExp): Promise<string> {
  let text = "";
  for await (const chunk of output) {
    text += chunk;
    const [, found] = pattern.exec(text) ?? [];
    if (found) return found;
  }
  throw new Error(`the program ended without printing ${pattern}:\n${text}`);
}
