import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, test } from "@playwright/test";
import { connectionsWithin, streamsWithin } from "#platform/open-files.ts";
import { startProcess } from "../../support/start-process.ts";

// Enough for a hundred connections beside what a process needs itself.
const FILES = 400;

/** Opens a connection and sends a request. Resolves with the response's id, or undefined if it was refused. */
function askOn(port: number, host = "127.0.0.1") {
  const socket = connect(port, host);
  const requestId = new Promise<string | undefined>((resolve) => {
    socket.on("error", () => resolve(undefined));
    socket.on("close", () => resolve(undefined));
    socket.on("data", (data) => resolve(/^x-request-id: (\S+)/im.exec(data.toString())?.[1]));
  });
  socket.write("GET /account HTTP/1.1\r\nHost: x\r\n\r\n");
  return { socket, requestId };
}

test("a process near its limit of open files rejects connections, serves those it has, and accepts others later", async () => {
  test.skip(process.platform === "win32", "there is no such limit");
  const most = connectionsWithin(FILES);
  await using service = await startProcess("few-files", { LOG_LEVEL: "info" }, { openFiles: FILES });
  // Each waits for the rest of its request, so it isn't idle.
  const held: Socket[] = [];
  for (let at = 0; at < most; at += 1) {
    const socket = connect(service.port, "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    socket.on("error", () => undefined);
    socket.write("GET /account HTTP/1.1\r\n");
    held.push(socket);
  }
  await expect.poll(async () => await askOn(service.port).requestId).toBeUndefined();
  const [first] = held;
  const response = new Promise((resolve) => first?.once("data", (data) => resolve(data.toString())));
  first?.write("Host: x\r\n\r\n");
  expect(await response).toContain("HTTP/1.1 401");
  for (const socket of held) socket.destroy();
  await expect.poll(async () => await askOn(service.port).requestId).toBeDefined();
  const log = await readFile(service.log, "utf8");
  expect(log).toContain("so it accepts no others");
  expect(log).toContain("accepting connections again");
  expect(log).not.toContain("EMFILE");
});

const ownAddress = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.internal === false && one.family === "IPv4")?.address;

for (const [what, beginning] of [
  ["header", "GET /account HTTP/1.1\r\n"],
  ["body", "POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"],
]) {
  test(`with a network: an address that refills connections with an unfinished ${what} keeps no one out (F1)`, async () => {
    test.skip(ownAddress === undefined, "there's no address besides this machine's own");
    await using service = await startProcess("flooded", { HOST: "0.0.0.0" }, { openFiles: FILES });
    const held = new Set<Socket>();
    let isFlooding = true;
    const hold = () => {
      const socket = connect(service.port, ownAddress);
      socket.on("error", () => undefined).on("close", () => held.delete(socket) && isFlooding && hold());
      socket.write(`${beginning}`);
      held.add(socket);
    };
    for (let at = 0; at < 2 * connectionsWithin(FILES); at += 1) hold();
    for (let at = 0; at < 20; at += 1) expect(await askOn(service.port).requestId).toBeDefined();
    // Here, it competes with those that are opened meanwhile.
    await expect.poll(async () => await askOn(service.port, ownAddress).requestId).toBeDefined();
    isFlooding = false;
    for (const socket of held) socket.destroy();
    expect(await readFile(service.log, "utf8")).not.toContain("so it accepts no others");
  });
}

test("the default number of streams follows from the limit of open files", () => {
  expect([512, 1_024, 20_000, Number.POSITIVE_INFINITY].map(streamsWithin)).toEqual([112, 624, 19_000, 19_000]);
  for (const limit of [512, 1_024, 20_000]) expect(streamsWithin(limit)).toBeLessThan(connectionsWithin(limit));
});
