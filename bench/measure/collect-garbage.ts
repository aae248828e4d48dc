import { setTimeout as pause } from "node:timers/promises";

const AGAIN_MS = 50;
const WITHIN_MS = 30_000;

/** The settings of a Node process whose garbage is to be collected. */
export const inspectableAt = (port: number) => ({ NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` });

/** Makes such a process collect its garbage and return what it no longer uses, so that what's left is what it needs. */
export async function collectGarbage(pid: number, port: number): Promise<void> {
  // Node then listens for a debugger.
  process.kill(pid, "SIGUSR1");
  const late = AbortSignal.timeout(WITHIN_MS);
  const socket = new WebSocket(await debuggerOf(port, late));
  const response = await new Promise<{ error?: object }>((resolve, reject) => {
    socket.addEventListener("open", () =>
      socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" })),
    );
    socket.addEventListener("message", ({ data }) => resolve(JSON.parse(String(data))));
    for (const event of ["error", "close"])
      socket.addEventListener(event, () => reject(new Error("the debugger is gone")));
    late.addEventListener("abort", () => reject(late.reason));
  });
  socket.close();
  if (response.error) throw new Error(`no garbage was collected: ${JSON.stringify(response.error)}`);
}

async function debuggerOf(port: number, late: AbortSignal): Promise<string> {
  for (;;) {
    late.throwIfAborted();
    const response = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined);
    const [target] = response ? ((await response.json()) as { webSocketDebuggerUrl: string }[]) : [];
    if (target) return target.webSocketDebuggerUrl;
    await pause(AGAIN_MS);
  }
}
