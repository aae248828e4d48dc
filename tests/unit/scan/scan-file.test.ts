import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { readScannerUrl, scanFile } from "#platform/scan/scan-file.ts";
import { freePort } from "../../../server/http/free-port.ts";
import { startClamd, startRealClamd } from "../../support/clamd.ts";
import { installedProgram } from "../../support/installed-program.ts";

async function* inPieces(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

test("a content reaches the scanner as it is, in chunks of at most 64 KiB", async () => {
  const content = randomBytes(300_000);
  const got: Buffer[] = [];
  const sizes: number[] = [];
  await using clamd = await startClamd({
    reply: ({ content: received, chunks }) => {
      got.push(received);
      sizes.push(...chunks);
      return "stream: OK\0";
    },
  });
  for (const size of [1_000, 200_000]) {
    expect(await scanFile(inPieces(content, size), clamd.scanner)).toEqual({ result: "clean" });
  }
  expect(got.every((received) => received.equals(content))).toBe(true);
  expect(got).toHaveLength(2);
  expect(Math.max(...sizes)).toBe(65_536);
  expect(await scanFile(inPieces(Buffer.alloc(0), 1), clamd.scanner)).toEqual({ result: "clean" });
});

test("what the scanner found is named", async () => {
  await using clamd = await startClamd({ reply: () => "stream: Eicar-Test-Signature FOUND\0" });
  const found = await scanFile(inPieces(randomBytes(10), 10), clamd.scanner);
  expect(found).toEqual({ result: "infected", name: "Eicar-Test-Signature" });
});

test("a content that the scanner finds too large isn't scanned, even if the connection closes while it's sent", async () => {
  let sent = 0;
  async function* endless() {
    for (;;) {
      sent += 65_536;
      yield Buffer.alloc(65_536);
    }
  }
  await using clamd = await startClamd({
    onConnect: (socket) =>
      socket.once("data", () => socket.end("INSTREAM size limit exceeded. ERROR\0", () => socket.destroy())),
  });
  expect((await scanFile(endless(), clamd.scanner)).result).toBe("unavailable");
  expect(sent).toBeGreaterThan(0);
});

test("a scanner that's silent, closes, talks nonsense or isn't there makes a content unscanned, never clean", async () => {
  const content = () => inPieces(randomBytes(1_000), 100);
  await using silent = await startClamd({ onConnect: (socket) => socket.resume() });
  expect(await scanFile(content(), silent.scanner, { idleMs: 100 })).toEqual({
    result: "unavailable",
    reason: "timeout",
  });
  await using closing = await startClamd({ onConnect: (socket) => socket.resetAndDestroy() });
  expect((await scanFile(content(), closing.scanner)).result).toBe("unavailable");
  for (const reply of ["stream: OK", "OK\0", "stream: OKAY\0", "\0", "x".repeat(10_000)]) {
    await using odd = await startClamd({ reply: () => reply });
    expect((await scanFile(content(), odd.scanner)).result, reply.slice(0, 20)).toBe("unavailable");
  }
  const nowhere = { host: "127.0.0.1", port: await freePort("127.0.0.1") };
  expect(await scanFile(content(), nowhere)).toEqual({ result: "unavailable", reason: "ECONNREFUSED" });
  expect((await scanFile(content(), silent.scanner, { signal: AbortSignal.abort() })).result).toBe("unavailable");
});

test("a content that can't be read is a failure of its own", async () => {
  async function* failing() {
    yield Buffer.from("start");
    throw new Error("disk");
  }
  await using clamd = await startClamd();
  await expect(scanFile(failing(), clamd.scanner)).rejects.toThrow("disk");
});

test("a scanner's address has a host and, unless it's 3310, a port", () => {
  expect(readScannerUrl("tcp://clamav:3311")).toEqual({ host: "clamav", port: 3311 });
  expect(readScannerUrl("tcp://[::1]")).toEqual({ host: "::1", port: 3310 });
  for (const wrong of ["clamav:3310", "http://clamav:3310", "tcp://", "tcp://clamav:0", "tcp://clamav/path", ""]) {
    expect(typeof readScannerUrl(wrong), wrong).toBe("string");
  }
});

test("the real clamd finds what it has a signature of, passes the rest, and doesn't scan past its StreamMaxLength", async () => {
  const program = installedProgram("clamd");
  test.skip(program === undefined, "clamd is not installed");
  const virus = "this text is a virus";
  const folder = test.info().outputPath("clamd");
  await using clamd = await startRealClamd({ program: program ?? "", folder, virus });
  const scan = (content: Buffer) => scanFile(inPieces(content, 100_000), clamd.scanner);
  await expect.poll(async () => (await scan(randomBytes(300_000))).result).toBe("clean");
  expect(await scan(Buffer.from(`Before, ${virus}, after`))).toMatchObject({ result: "infected" });
  // It closes the connection while the rest is sent, and its words may be lost in that.
  expect(await scan(randomBytes(3_000_000))).toEqual({
    result: "unavailable",
    reason: expect.stringMatching(/size limit exceeded|larger than clamd's StreamMaxLength/),
  });
});
