import { AppError } from "#platform/errors.ts";
import { networkKeys } from "#platform/limits/keys.ts";
import { processWide } from "#platform/process-wide.ts";
import { endSlowest } from "./pace.ts";

/*
 * How many uploads and downloads run at once in this process. One sender, and one address, have a share of them: anyone is as
 * many visitors as they like, and few slow ones would keep out everyone else.
 */
const SLOTS = {
  upload: { all: 64, ofNetwork: 12, ofSender: 4 },
  // Each has a file open beside its connection.
  download: { all: 512, ofNetwork: 128, ofSender: 128 },
};
// So many more uploads may be looked at. Those that aren't refused make room before they're received.
const UPLOADS_SPARE = 8;
const NETWORK_TIMES_MAX = 2;
const RETRY_AFTER_SECONDS = 5;

type Kind = keyof typeof SLOTS;
type By = { senderId?: string; clientAddress: string | null };

const running = processWide("running transfers", () => ({
  upload: { all: 0, byKey: new Map<string, number>() },
  download: { all: 0, byKey: new Map<string, number>() },
}));

function busy(kind: Kind): AppError {
  const detail = `Too many ${kind}s are running. Try again in ${RETRY_AFTER_SECONDS} seconds.`;
  return new AppError("unavailable", { detail, retryAfter: RETRY_AFTER_SECONDS });
}

/**
 * Makes room for an upload that has a slot, by ending the slowest if there are too many: someone with six addresses could take
 * all slots with slow ones. Throws `unavailable` if none is slow.
 */
export function makeRoom(): void {
  if (running().upload.all > SLOTS.upload.all && !endSlowest()) throw busy("upload");
}

/** Takes one of this process's slots. Call the returned function to free it. Throws `rate_limited` or `unavailable`. */
export function takeSlot(kind: Kind, { senderId, clientAddress }: By): () => void {
  const { all, ofNetwork, ofSender } = SLOTS[kind];
  const taken = running()[kind];
  const shares = networkKeys(clientAddress).map(({ key, times }) => ({
    key,
    quota: ofNetwork * Math.min(times, NETWORK_TIMES_MAX),
  }));
  if (senderId !== undefined) shares.push({ key: senderId, quota: ofSender });
  for (const { key, quota } of shares) {
    if ((taken.byKey.get(key) ?? 0) < quota) continue;
    throw new AppError("rate_limited", {
      limit: { policy: `${kind}s-at-once`, quota, retryAfter: RETRY_AFTER_SECONDS },
    });
  }
  if (taken.all >= all + (kind === "upload" ? UPLOADS_SPARE : 0)) throw busy(kind);
  const count = (by: 1 | -1) => {
    taken.all += by;
    for (const { key } of shares) {
      const left = (taken.byKey.get(key) ?? 0) + by;
      if (left > 0) taken.byKey.set(key, left);
      else taken.byKey.delete(key);
    }
  };
  count(1);
  let isTaken = true;
  return () => {
    if (isTaken) count(-1);
    isTaken = false;
  };
}
