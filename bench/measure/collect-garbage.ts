import { setTimeout as pause } from "node:timers/promises";

const AGAIN_MS = 50;

/** The settings of a Node process whose garbage is to be collected. */
export const inspectableAt = (port: number) => ({ NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` });

/** Makes such a process collect its garbage and return what it no longer uses, so that what's left is what it needs. */
export async function collectGarbage(pid: number, port: number): Promise<void> {
  // Node then listens for a debugger.
  process.kill(pid, "SIGUSR1");
  const socket = new WebSocket(await debuggerOf(port));
  const heard = (event: string) => new Promise((resolve) => socket.addEventListener(event, resolve, { once: true }));
  await heard("open");
  socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" }));
  await heard("message");
  socket.close();
}

async function debuggerOf(port: number): Promise<string> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined);
    const [target] = response ? ((await response.json()) as { webSocketDebuggerUrl: string }[]) : [];
    if (target) return target.webSocketDebuggerUrl;
    await pause(AGAIN_MS);
  }
}
