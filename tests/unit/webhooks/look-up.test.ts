import { connect } from "node:net";
import { expect, test } from "@playwright/test";
import { failureOf } from "#platform/outgoing/failures.ts";
import { resolveHost } from "#platform/outgoing/resolve-host.ts";
import { startNameServer } from "../../support/name-server.ts";

// Of nobody: in the range of public addresses, and not given out.
const PUBLIC = ["2fff::1", "2fff::2"];

const find = (servers: string[], name: string, signal = new AbortController().signal) =>
  new Promise<string[] | string | null>((resolve) => {
    resolveHost(false, { servers, signal })(name, { all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [];
      resolve(error ? failureOf(error) : addresses);
    });
  });

test("returns a name's addresses if all of them are public", async () => {
  await using names = await startNameServer(() => PUBLIC);
  expect(await find([names.server], "hooks.example")).toEqual(PUBLIC);
});

for (const [what, inner] of Object.entries({
  "this machine": "127.0.0.1",
  "the cloud's own service": "169.254.169.254",
  "a mapped one": "::ffff:10.0.0.1",
  "a private IPv6 network": "fd00::1",
})) {
  test(`rejects a name with an address that is ${what}, whatever the others are (D15)`, async () => {
    await using names = await startNameServer(() => [...PUBLIC, inner]);
    expect(await find([names.server], "hooks.example")).toBe("host_not_public");
  });
}

test("resolves again each time, so a name that changes to a private address is rejected from then on (D15)", async () => {
  let addresses = PUBLIC;
  await using names = await startNameServer(() => addresses);
  expect(await find([names.server], "rebinding.example")).toEqual(PUBLIC);
  addresses = ["127.0.0.1"];
  expect(await find([names.server], "rebinding.example")).toBe("host_not_public");
});

test("connects to the checked address, and resolves no other (D15)", async () => {
  // Public when it is looked at, this machine a moment later.
  await using names = await startNameServer((name) => (countOf(names.asked, name) <= 2 ? ["2fff::1"] : ["127.0.0.1"]));
  const lookup = resolveHost(false, { servers: [names.server], signal: new AbortController().signal });
  const socket = connect({ host: "rebinding.example", port: 9, lookup });
  socket.on("error", () => undefined);
  const address = await new Promise((resolve) => socket.once("lookup", (_, found) => resolve(found)));
  socket.destroy();
  expect(address).toBe("2fff::1");
  expect(names.asked).toHaveLength(2);
});

const countOf = (asked: string[], name: string) => asked.filter((one) => one === name).length;

test("distinguishes an unknown name from a failed lookup", async () => {
  await using names = await startNameServer((name) => (name === "empty.example" ? [] : null));
  expect(await find([names.server], "missing.example")).toBe("name_unknown");
  expect(await find([names.server], "empty.example")).toBe("name_unknown");
  expect(await find(["127.0.0.1:1"], "hooks.example")).toBe("name_lookup_failed");
});

test("gives up a lookup when its time is over, if the name server never responds", async () => {
  const ended = new AbortController();
  await using names = await startNameServer(() => {
    ended.abort(new DOMException("", "TimeoutError"));
    return undefined;
  });
  expect(await find([names.server], "silent.example", ended.signal)).toBe("timeout");
});
