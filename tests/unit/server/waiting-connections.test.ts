import { expect, test } from "@playwright/test";
import { networkKeys } from "#platform/limits/keys.ts";
import { WaitingConnections } from "../../../server/http/waiting-connections.ts";
import { provideSettings } from "../../support/provide-settings.ts";

test.beforeEach(() => void provideSettings());

/** Opens a connection that waits. Its `isOpen` becomes false when it's closed. */
function open(waiting: WaitingConnections, address: string) {
  const networks = networkKeys(address);
  const connection = {
    isOpen: true,
    destroy: () => {
      connection.isOpen = false;
      waiting.remove(connection, networks);
    },
    leave: () => waiting.remove(connection, networks),
  };
  waiting.add(connection, networks);
  return connection;
}

test("an address that exceeds its share of waiting connections loses its oldest one, and no one else does (F1)", () => {
  const waiting = new WaitingConnections(3);
  const others = ["198.51.100.8", "2001:db8:2::1"].map((address) => open(waiting, address));
  const flood = Array.from({ length: 5 }, () => open(waiting, "198.51.100.7"));
  expect(flood.map(({ isOpen }) => isOpen)).toEqual([false, false, true, true, true]);
  expect(others.every(({ isOpen }) => isOpen)).toBe(true);
});

test("a whole IPv6 /48 has a share too, however many addresses its connections come from (F1)", () => {
  const waiting = new WaitingConnections(2);
  const flood = Array.from({ length: 20 }, (_, at) => open(waiting, `2001:db8:1:${at.toString(16)}::1`));
  expect(flood.filter(({ isOpen }) => isOpen)).toHaveLength(16);
  expect(flood.slice(0, 4).some(({ isOpen }) => isOpen)).toBe(false);
});

test("a connection whose request is being handled isn't closed for others", () => {
  const waiting = new WaitingConnections(1);
  const busy = open(waiting, "198.51.100.7");
  busy.leave();
  open(waiting, "198.51.100.7");
  open(waiting, "198.51.100.7");
  expect(busy.isOpen).toBe(true);
});

test("the connection that has waited longest is closed for a new one, and none if no connection waits", () => {
  const waiting = new WaitingConnections(10);
  const [first, second] = ["198.51.100.7", "198.51.100.8"].map((address) => open(waiting, address));
  expect([waiting.closeOldest(), first?.isOpen, second?.isOpen]).toEqual([true, false, true]);
  expect([waiting.closeOldest(), waiting.closeOldest()]).toEqual([true, false]);
});
