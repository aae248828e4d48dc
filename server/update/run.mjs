import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";

// An operator's umask may close to the service's account what it has to read. Their own commands get it back.
export const operatorsUmask = process.umask(0o022);

/**
 * Runs a program to its end, as an account if one is given, or until the signal or `withinMs`. Its output is shown unless it's
 * quiet, and returned.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, account?: { uid: number, gid: number }, env?: Record<string, string | undefined>, isQuiet?: boolean, signal?: AbortSignal, withinMs?: number }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, { cwd, account, env = shellEnvironment(), isQuiet = false, signal, withinMs }) {
  // A Ctrl-C is for the update, which decides what becomes of it.
  const child = spawn(program, args, { cwd, ...account, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const late = withinMs && setTimeout(() => endGroup(child.pid, "SIGKILL"), withinMs);
  const abort = () => endGroup(child.pid, "SIGTERM");
  signal?.addEventListener("abort", abort, { once: true });
  return new Promise((done) => {
    let output = "";
    const take = (text) => {
      output += text;
      if (!isQuiet) process.stdout.write(text);
    };
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    const end = (code) => {
      clearTimeout(late);
      signal?.removeEventListener("abort", abort);
      done({ code, output });
    };
    child.once("error", (error) => {
      output += `${program} can't be run: ${error.message}`;
      end(1);
    });
    child.once("close", (code) => end(code ?? 1));
  });
}

function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

const isOfNpm = (folder) => /node_modules[/\\]\.bin$|node-gyp-bin$/.test(folder);

/** What git and the build may need, such as proxies and keys, without what npm set for this command. */
export function shellEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_OPTIONS$|INIT_CWD$)/.test(name));
  const { PATH = "", ...others } = Object.fromEntries(kept);
  return {
    ...others,
    PATH: PATH.split(":")
      .filter((folder) => !isOfNpm(folder))
      .join(":"),
  };
}

/** Returns which options npm has taken for its own, because they weren't after "--". */
export const takenByNpm = (names) => names.filter((name) => process.env[`npm_config_${name}`] !== undefined);

const LINES_SHOWN = 15;
export const lastLines = (text) => text.trim().split("\n").slice(-LINES_SHOWN).join("\n");

/** Runs a program, and throws with what it printed if it fails. `accepted` are other codes that are no failure. */
export async function expectSuccess(what, program, args, { accepted = [], ...options }) {
  const { code, output } = await run(program, args, options);
  options.signal?.throwIfAborted();
  if (code === 0 || accepted.includes(code)) return output;
  throw new Error(`${what} failed:\n${lastLines(output)}`);
}

/** The account that owns a file or folder, if it's another one that this process may become. */
export function ownerOf(path) {
  if (process.getuid?.() !== 0 || !existsSync(path)) return undefined;
  const { uid, gid } = statSync(path);
  return uid === 0 ? undefined : { uid, gid };
}
