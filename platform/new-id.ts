import { randomUUID } from "node:crypto";

/** Creates an id: a UUIDv7 (RFC 9562), whose first 48 bits are the time, so that later rows follow earlier ones. */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
