import type { ReasonCode } from "./reasons.ts";

/** The channels that are a URL to post to. */
export const URL_KINDS = ["ntfy", "slack", "discord", "mattermost"] as const;
export const CHANNEL_KINDS = ["push", "telegram", ...URL_KINDS] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

export const isUrlKind = (kind: ChannelKind): boolean => URL_KINDS.some((one) => one === kind);

/** Why a channel is no longer used. */
export const STOP_REASONS = ["gone", "lapsed", "unreadable", "unlinked"] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/**
 * What a notification says. Senders cut it to their own lengths. It never contains more than the channel's `shows` lets
 * through.
 */
export type ChannelNotice = {
  /** The notification's. */
  id: string;
  kind: "message" | "summary" | "test" | "device" | "mention" | "assigned";
  title: string;
  /** The unread texts without formatting, the newest last. Empty if the channel doesn't show text. */
  body: string;
  /** The same as they were written, for senders that format them. */
  texts?: readonly string[];
  /** The page that it leads to. */
  url: string;
  conversationId: string | null;
  /** The last message that it's about. 0 if it's about none. */
  seq: number;
  /** Whether it was escalated. */
  isUrgent: boolean;
  /** Since when the visitor waits. */
  since: Date | null;
  /** The person's unread conversations. */
  unread: number;
};

export type SendOutcome =
  | { status: "accepted"; reference?: string }
  | { status: "failed"; reason: ReasonCode; stops?: StopReason }
  | { status: "retry"; reason: ReasonCode; afterSeconds?: number };

/** Sends one notice. Never throws for what the receiver does. */
export type Sender<Address> = (
  address: Address,
  notice: ChannelNotice,
  options: { signal: AbortSignal; channelId: string },
) => Promise<SendOutcome>;
