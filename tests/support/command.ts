import { spawn } from "node:child_process";

type Options = {
  signal: AbortSignal;
  env?: Record<string, string | undefined>;
  shown?: boolean;
  /** The name that the program is called by, where that is not its path. */
  argv0?: string;
};

/** Runs a program to its end. What it prints is kept back for when it fails, unless it is to be shown. */
export function runCommand(program: string, args: string[], { signal, env, shown = false, argv0 }: Options) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: shown ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    ...(argv0 !== undefined && { argv0 }),
    signal,
    killSignal: "SIGTERM",
  });
  let output = "";
  const keep = (text: string) => {
    output += text;
  };
  child.stdout?.setEncoding("utf8").on("data", keep);
  child.stderr?.setEncoding("utf8").on("data", keep);
  return new Promise<{ code: number; output: string }>((resolve) => {
    child.once("error", (error) => resolve({ code: 1, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
