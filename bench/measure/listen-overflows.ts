import { readFileSync } from "node:fs";

/** How often a connection found a full accept queue, since the machine started. */
export function listenOverflows(): number {
  const [names = "", values = ""] = readFileSync("/proc/net/netstat", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("TcpExt:"));
  return Number(values.split(" ")[names.split(" ").indexOf("ListenOverflows")] ?? 0);
}
