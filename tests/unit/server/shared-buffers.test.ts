import { expect, test } from "@playwright/test";
import { sharedBuffers } from "../../../server/database/create-cluster.ts";

const GB = 1024 ** 3;
const SIZES: [hostGb: number, mb: number][] = [
  [0.5, 128],
  [1, 128],
  [2, 256],
  [4, 512],
  [8, 1024],
  [24, 1024],
];

for (const [hostGb, mb] of SIZES) {
  test(`on a host with ${hostGb} GB, the built-in database keeps ${mb} MB of its tables in memory`, () => {
    expect(sharedBuffers(hostGb * GB)).toBe(mb);
  });
}
