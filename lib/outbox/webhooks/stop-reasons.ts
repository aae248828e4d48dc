import type { StopReason } from "./schema.ts";

/** Why a webhook is stopped, for its owner. */
export const STOP_REASONS: Record<StopReason, string> = {
  owner: "It was stopped by an owner.",
  gone: "The receiver responded with 410, which means it wants no more events.",
  failing: "No event was delivered for five days.",
  reset:
    "The password was reset before this account’s email was confirmed, so someone else may have added it. Check its URL before you start it again.",
};

/** The error for what a stopped webhook can't do. */
export const WEBHOOK_STOPPED = "The webhook is stopped. Start it again first.";
