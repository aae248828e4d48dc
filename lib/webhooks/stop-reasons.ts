import type { StopReason } from "./schema.ts";

/** Why a webhook is stopped, for its owner. */
export const STOP_WORDS: Record<StopReason, string> = {
  owner: "It was stopped by hand.",
  gone: "The receiver answered 410, by which it says that it wants nothing more.",
  failing: "Nothing had reached it for five days.",
};
