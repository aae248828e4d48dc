import { expect, test } from "@playwright/test";
import { TooSlow, watchPace } from "#lib/files/files/pace.ts";
import { makeRoom, takeSlot } from "#lib/files/files/transfer-slots.ts";
import { AppError } from "#platform/errors.ts";
import { provideSettings } from "../../support/provide-settings.ts";

test.beforeEach(() => void provideSettings());

const takeUploadSlot = (senderId: string, clientAddress: string) => takeSlot("upload", { senderId, clientAddress });

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return "taken";
}

test("as many visitors as someone likes to be leave slots for uploads from other addresses (H6)", () => {
  const taken = Array.from({ length: 12 }, (_, at) => takeUploadSlot(`visitor ${at}`, "198.51.100.7"));
  expect(codeOf(() => takeUploadSlot("another visitor", "198.51.100.7"))).toBe("rate_limited");
  taken.push(takeUploadSlot("visitor elsewhere", "198.51.100.8"));
  for (const free of taken) free();
  expect(codeOf(() => takeUploadSlot("another visitor", "198.51.100.7")())).toBe("taken");
});

test("a whole IPv6 site can't take all slots either, and a slot is counted once for all its networks (H6)", () => {
  const addresses = Array.from({ length: 24 }, (_, at) => `2001:db8:1:${at.toString(16)}::1`);
  const taken = addresses.map((address, at) => takeUploadSlot(`person ${at}`, address));
  expect(codeOf(() => takeUploadSlot("person 25", "2001:db8:1:ff::1"))).toBe("rate_limited");
  const others = Array.from({ length: 48 }, (_, at) => takeUploadSlot(`elsewhere ${at}`, `198.51.100.${at}`));
  expect(codeOf(() => takeUploadSlot("one too many", "203.0.113.1"))).toBe("unavailable");
  for (const free of [...taken, ...others]) free();
});

test("if all slots are taken, the slowest upload ends for one that's received, and none that's fast or has just begun", async () => {
  const taken = Array.from({ length: 64 }, (_, at) => takeUploadSlot(`visitor ${at}`, `198.51.100.${at % 6}`));
  let time = 0;
  const upload = async (size: number) => {
    async function* read() {
      yield new Uint8Array(size);
    }
    const watched = watchPace(read(), () => time);
    for await (const _ of watched.stream);
    return watched;
  };
  const [slow, slower, fast] = [await upload(20_000), await upload(10_000), await upload(1_000_000)];
  const areEnded = () => [slow, slower, fast].map(({ signal }) => signal.aborted);
  const takeAnother = () =>
    codeOf(() => {
      const free = takeUploadSlot("elsewhere", "203.0.113.1");
      try {
        makeRoom();
      } finally {
        free();
      }
    });
  time = 4_000;
  expect([takeAnother(), areEnded()]).toEqual(["unavailable", [false, false, false]]);
  time = 6_000;
  expect([takeAnother(), areEnded()]).toEqual(["taken", [false, true, false]]);
  expect(slower.signal.reason).toMatchObject({ isForOthers: true });
  expect([takeAnother(), areEnded()]).toEqual(["taken", [true, true, false]]);
  expect([takeAnother(), areEnded()]).toEqual(["unavailable", [true, true, false]]);
  expect(slow.signal.reason).toBeInstanceOf(TooSlow);
  for (const { end } of [slow, slower, fast]) end();
  for (const free of taken) free();
});

test("downloads that one address leaves open keep no one else from opening files, and a slot is freed once (H6)", () => {
  const take = (clientAddress: string) => takeSlot("download", { clientAddress });
  const taken = Array.from({ length: 128 }, () => take("198.51.100.7"));
  expect(codeOf(() => take("198.51.100.7"))).toBe("rate_limited");
  taken.push(take("198.51.100.8"));
  taken[0]?.();
  taken[0]?.();
  taken.push(take("198.51.100.7"));
  expect(codeOf(() => take("198.51.100.7"))).toBe("rate_limited");
  for (const free of taken) free();
});
