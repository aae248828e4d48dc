import type { IncomingMessage } from "node:http";
import { env } from "#platform/env.ts";

const PARTS_OF_A_FILE = 3;

/** Whether a request came to the host of `FILES_URL` and isn't a signed link to a file: there's nothing else on that host. */
export function isOnlyForBaseUrl({ headers, url = "", method = "" }: IncomingMessage, path: string[]): boolean {
  const { FILES_URL, BASE_URL } = env();
  if (FILES_URL === undefined || new URL(FILES_URL).host === new URL(BASE_URL).host) return false;
  if (!isHostOf(FILES_URL, headers.host ?? "")) return false;
  const isFile = path[0] === "files" && path.length === PARTS_OF_A_FILE && url.includes("signature=");
  return !isFile || !["GET", "HEAD", "OPTIONS"].includes(method);
}

// A proxy may add the default port, and a full name ends with a dot.
function isHostOf(base: string, given: string): boolean {
  const { protocol, host } = new URL(base);
  return URL.parse(`${protocol}//${given}`)?.host.replace(/\.(?=:|$)/, "") === host;
}
