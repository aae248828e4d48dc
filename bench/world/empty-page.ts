import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../server/http/free-port.ts";
import { benchFolder } from "./folder.ts";

const FILES = {
  "app/layout.js": `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}`,
  // Drawn for each request, as the dashboard is.
  "app/page.js": `import Link from "next/link";
export const dynamic = "force-dynamic";
export default function Page() {
  return <Link href="/other">Other</Link>;
}`,
  "app/other/page.js": "export default function Other() { return null; }",
  "next.config.js": "export default {};",
  "package.json": '{ "type": "module" }',
};

const NEXT = resolve("node_modules/next/dist/bin/next");
const ENV = { PATH: process.env.PATH, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };

/** An empty Next page with one Link, built here and now and served by next start. */
export async function startEmptyPage() {
  const folder = benchFolder("empty-page");
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const build = runNext(folder, "build");
  const [code] = await once(build.child, "exit");
  if (code !== 0) throw new Error(`the empty page could not be built:\n${build.output()}`);
  const port = await freePort("127.0.0.1");
  const server = runNext(folder, "start", "-H", "127.0.0.1", "-p", String(port));
  const baseUrl = `http://127.0.0.1:${port}`;
  while (!(await fetch(baseUrl).catch(() => undefined))?.ok) {
    if (server.child.exitCode !== null) throw new Error(`the empty page could not be served:\n${server.output()}`);
    await pause(50);
  }
  const stop = async () => {
    const ended = once(server.child, "exit");
    server.child.kill("SIGTERM");
    await ended;
  };
  return { baseUrl, port, pid: server.child.pid ?? 0, [Symbol.asyncDispose]: stop };
}

function runNext(folder: string, ...args: string[]) {
  const child = spawn(process.execPath, [NEXT, ...args], { cwd: folder, env: ENV, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output };
}
