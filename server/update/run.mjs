import { spawn } from "node:child_process";

/**
 * Runs a program to its end, as an account. Its output is shown, and returned.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, account?: { uid: number, gid: number }, env?: Record<string, string | undefined>, isQuiet?: boolean }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, { cwd, account, env = {}, isQuiet = false }) {
  const child = spawn(program, args, { cwd, ...account, env: { ...plainEnvironment(), ...env }, stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((done) => {
    let output = "";
    const take = (text) => {
      output += text;
      if (!isQuiet) process.stdout.write(text);
    };
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    child.once("error", (error) => done({ code: 1, output: `${output}${program} can't be run: ${error.message}` }));
    child.once("close", (code) => done({ code: code ?? 1, output }));
  });
}

// What npm and the shell of the one who updates have set isn't the service's.
const KEPT = ["PATH", "HOME", "LANG", "TZ"];
const plainEnvironment = () => Object.fromEntries(KEPT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

/**
 * Runs a program, and throws with what it printed if it fails.
 * @param {string} what
 * @param {Parameters<typeof run>} call
 */
export async function expectSuccess(what, ...call) {
  const { code, output } = await run(...call);
  if (code === 0) return output;
  throw new Error(`${what} failed:\n${output.trim().split("\n").slice(-15).join("\n")}`);
}
