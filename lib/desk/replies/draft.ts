import type { LeftOut } from "../messages/schema.ts";

/**
 * Why a person is asked whether a reply is theirs: its sender isn't the account's address, our address isn't among its recipients,
 * nothing proves its sender, its own text isn't certain, it came within seconds, or its subject is one of automatic replies.
 */
export const ASK_REASONS = ["sender", "recipient", "unproven", "unsure", "quick", "automatic"] as const;
export type AskReason = (typeof ASK_REASONS)[number];

/** What a person's email would send to the visitor. */
export type Draft = {
  text: string;
  files: { name: string; size: number }[];
  /** The last message that its writer had seen. */
  seenSeq: number;
  /** Why it waits for its writer: see AskReason, or a teammate replied first. */
  why?: AskReason | "held";
  /** Files that weren't sent with it. */
  leftOut?: LeftOut[];
  /** The visitor's newer conversation. */
  otherId?: string;
};
