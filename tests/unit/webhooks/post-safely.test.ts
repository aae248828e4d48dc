import { once } from "node:events";
import { connect } from "node:tls";
import { expect, test } from "@playwright/test";
import { failureOf } from "#platform/outgoing/failures.ts";
import { postSafely } from "#platform/outgoing/post-safely.ts";
import { newCertificate } from "../../support/certificate.ts";
import { startNameServer } from "../../support/name-server.ts";
import { startReceiver, startSocketServer } from "../../support/webhook-receiver.ts";

const MIB = 1_048_576;
// What never ends is given this long here, in place of 15 s.
const SHORT_MS = 400;
// Enough for what ends on its own, even on a busy host.
const PATIENT_MS = 10_000;

type Bounds = NonNullable<Parameters<typeof postSafely>[2]> & { isNamed?: boolean };

const post = (url: string, { isNamed = true, ...bounds }: Bounds = {}) =>
  postSafely({ url: new URL(url), isNamed }, { headers: { "x-test": "1" }, body: "{}" }, bounds);

const failure = (url: string, bounds = {}) => post(url, bounds).then(() => "sent", failureOf);

test("posts the body to the path, and returns the status and the start of the response", async () => {
  await using receiver = await startReceiver((_, response) => response.writeHead(201).end("thank you"));
  expect(await post(`${receiver.url}/hook/%41?key=a%20b`)).toEqual({
    status: 201,
    body: Buffer.from("thank you"),
    retryAfter: null,
  });
  const accepted = { "accept-encoding": "identity" };
  expect(await receiver.receives(1), "a compressed response would have to be decompressed here").toMatchObject([
    { method: "POST", path: "/hook/%41?key=a%20b", body: "{}", headers: { "x-test": "1", ...accepted } },
  ]);
});

for (const address of ["http://127.0.0.1", "http://[::1]", "http://[::ffff:127.0.0.1]", "https://169.254.169.254"]) {
  test(`opens no connection to ${address} unless the operator has allowed it (D15)`, async () => {
    await using receiver = await startReceiver();
    expect(await failure(`${address}:${receiver.port}/`, { isNamed: false })).toBe("host_not_public");
    expect(receiver.received).toEqual([]);
  });
}

test("reaches nothing through a name that was public when it was checked and is local a moment later (D15)", async () => {
  await using receiver = await startReceiver();
  let asked = 0;
  await using names = await startNameServer(() => (++asked <= 2 ? ["2fff::1"] : ["127.0.0.1"]));
  const bounds = { isNamed: false, nameServers: [names.server], timeMs: SHORT_MS };
  expect(await failure(`http://rebinding.example:${receiver.port}/`, bounds)).toMatch(/^(unreachable|timeout)$/);
  const patient = { ...bounds, timeMs: PATIENT_MS };
  expect(await failure(`http://rebinding.example:${receiver.port}/`, patient)).toBe("host_not_public");
  expect(receiver.received).toEqual([]);
});

test("follows no redirect, wherever it leads (D15)", async () => {
  await using inside = await startReceiver();
  await using receiver = await startReceiver((_, response) => response.writeHead(307, { location: inside.url }).end());
  expect(await post(receiver.url)).toMatchObject({ status: 307 });
  expect(inside.received).toEqual([]);
});

test("uses no proxy from the environment, since the proxy would resolve the name itself (D15)", async () => {
  await using proxy = await startReceiver();
  await using receiver = await startReceiver();
  const before = { ...process.env };
  Object.assign(process.env, { HTTP_PROXY: proxy.url, http_proxy: proxy.url, ALL_PROXY: proxy.url, NO_PROXY: "" });
  try {
    await post(receiver.url);
  } finally {
    process.env = before;
  }
  expect([proxy.received.length, receiver.received.length]).toEqual([0, 1]);
});

test("reads 64 KiB of an endless response, and hangs up (D15)", async () => {
  let wasCut: Promise<unknown> | undefined;
  await using receiver = await startReceiver((_, response) => {
    wasCut = once(response, "close");
    response.writeHead(200);
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(MIB)));
      response.once("drain", write);
    };
    write();
  });
  const { status, body } = await post(receiver.url);
  expect([status, body.length]).toEqual([200, 65_536]);
  await wasCut;
});

test("ends in time whatever the receiver does, even if it says nothing or drips its headers (D15)", async () => {
  await using silent = await startReceiver(() => undefined);
  expect(await failure(silent.url, { timeMs: SHORT_MS })).toBe("timeout");
  await using dripping = await startSocketServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const drip = setInterval(() => socket.write("x: y\r\n"), 20);
    socket.once("close", () => clearInterval(drip));
  });
  expect(await failure(dripping.url, { timeMs: SHORT_MS })).toBe("timeout");
});

test("returns a status that arrived, though the rest of the response drips on forever (D15)", async () => {
  await using receiver = await startReceiver((_, response) => {
    response.writeHead(202);
    const drip = setInterval(() => response.write("x"), 20);
    response.once("close", () => clearInterval(drip));
  });
  const { status, body } = await post(receiver.url, { timeMs: 5 * SHORT_MS });
  expect(status).toBe(202);
  expect(body.toString()).toMatch(/^x+$/);
});

test("ends immediately when it's aborted", async () => {
  const stop = new AbortController();
  await using receiver = await startReceiver(() => stop.abort(new Error("the process ends")));
  await expect(post(receiver.url, { signal: stop.signal })).rejects.toThrow("the process ends");
});

test("distinguishes a receiver that doesn't listen, hangs up, or speaks another protocol", async () => {
  const gone = await startReceiver();
  await gone.close();
  expect(await failure(gone.url)).toBe("connection_refused");
  await using closing = await startSocketServer((socket) => socket.once("data", () => socket.destroy()));
  expect(await failure(closing.url)).toBe("connection_closed");
  await using other = await startSocketServer((socket) => void socket.write("SSH-2.0-other\r\n"));
  expect(await failure(other.url)).toBe("not_http");
  await using large = await startSocketServer(
    (socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(65_536)}`),
  );
  expect(await failure(large.url)).toBe("not_http");
});

test("sends nothing to a host with an untrusted certificate, or without TLS (D15)", async () => {
  await using receiver = await startReceiver(undefined, { tls: newCertificate({ host: "127.0.0.1" }) });
  expect(await failure(receiver.url)).toBe("tls_untrusted");
  expect(receiver.received).toEqual([]);
  await using plain = await startReceiver();
  expect(await failure(`https://127.0.0.1:${plain.port}`)).toBe("tls_failed");
});

test("reports a certificate that has expired, or is for another host (D15)", async () => {
  const errorOf = async (made: Parameters<typeof newCertificate>[0]) => {
    const tls = newCertificate(made);
    await using receiver = await startReceiver(undefined, { tls });
    const socket = connect({ host: "127.0.0.1", port: receiver.port, ca: tls.cert });
    const [error] = await once(socket, "error");
    return failureOf(error);
  };
  expect(await errorOf({ host: "127.0.0.1", endsAt: new Date("2026-01-01") })).toBe("tls_expired");
  expect(await errorOf({ host: "other.example" })).toBe("tls_wrong_host");
});

test("doesn't classify an unexpected error, so it's logged", () => {
  expect([new Error("x"), new TypeError("y"), null].map(failureOf)).toEqual([null, null, null]);
});
