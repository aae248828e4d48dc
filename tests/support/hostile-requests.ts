import { connect } from "node:net";

const FORGED = '{"level":60,"msg":"forged line victim@example.com"}';

/** Text that must never reach a log: a forged line, an email address, and the start of a token. */
export const HOSTILE_TEXTS = ["forged line", "victim@example.com", "eyJhb-hostile-token"];

const forgedUrl = encodeURIComponent(`x\n${FORGED}\n`);
const longUrl = encodeURIComponent(`x\n${FORGED} `.repeat(200));
const action = `victim@example.com eyJhb-hostile-token ${FORGED} \u009b31m`;

type Hostile = { what: string; method?: string; path: string; headers?: Record<string, string>; body?: string };

/** Requests that once wrote text of the caller's choice, or many lines, to the log. */
export const HOSTILE_REQUESTS: Hostile[] = [
  { what: "a callback URL with line breaks", path: `/api/auth/signin?callbackUrl=${forgedUrl}` },
  { what: "a callback URL of 14 kB", path: `/api/auth/signin?callbackUrl=${longUrl}` },
  {
    what: "a callback URL in a cookie",
    path: "/api/auth/session",
    headers: { Cookie: `next-auth.callback-url=${forgedUrl}` },
  },
  {
    what: "a bad session cookie",
    path: "/api/auth/session",
    headers: { Cookie: "next-auth.session-token=eyJhb-hostile-token" },
  },
  {
    what: "a log line for next-auth",
    method: "POST",
    path: "/api/auth/_log",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ level: "error", code: FORGED, message: "forged line" }),
  },
  {
    what: "a level that next-auth's logger doesn't have",
    method: "POST",
    path: "/api/auth/_log",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ level: FORGED, code: "forged line" }),
  },
  {
    what: "a server action",
    method: "POST",
    path: "/login",
    headers: { "Next-Action": action, "Content-Type": "text/plain" },
    body: "[]",
  },
  { what: "a server action with GET", path: "/login", headers: { "Next-Action": action } },
  {
    what: "Next's internal headers",
    path: "/login",
    headers: {
      "x-middleware-subrequest": action,
      "x-middleware-rewrite": action,
      "x-nextjs-data": action,
      "x-nextjs-postponed": action,
      "x-nextjs-request-id": action,
      "x-nextjs-html-request-id": action,
      "x-invoke-path": action,
      "x-invoke-status": "500",
      "x-invoke-error": FORGED,
      "x-matched-path": action,
      "x-now-route-matches": action,
      "x-prerender-revalidate": action,
      "next-resume": "1",
      "x-next-resume-state-length": action,
    },
  },
  { what: "a broken router state", path: "/login", headers: { RSC: "1", "Next-Router-State-Tree": action } },
  { what: "a broken segment prefetch", path: "/login", headers: { RSC: "1", "Next-Router-Segment-Prefetch": action } },
  { what: "a query with line breaks", path: `/login?next=${forgedUrl}&next=${forgedUrl}` },
  { what: "a page of no name", path: `/${forgedUrl}/victim@example.com` },
  { what: "an image to be resized", path: `/_next/image?url=${forgedUrl}&w=640&q=75` },
  { what: "a file that isn't there", path: `/_next/static/${forgedUrl}` },
];

/** Sends one of them byte for byte, and resolves with the status when the server has closed the connection. */
export function sendHostile(
  baseUrl: string,
  { method = "GET", path, headers = {}, body = "" }: Hostile,
): Promise<number> {
  const { hostname, port } = new URL(baseUrl);
  const fields = { Host: "x", Connection: "close", "Content-Length": String(Buffer.byteLength(body)), ...headers };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connect({ host: hostname, port: Number(port) });
  let received = "";
  socket.on("data", (data) => {
    received += data.toString("latin1");
  });
  socket.on("error", reject);
  socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1])));
  socket.write(Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join("")}\r\n${body}`, "latin1"));
  return promise;
}
