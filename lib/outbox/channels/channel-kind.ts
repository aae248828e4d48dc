import { z } from "zod";
import type { ReasonCode } from "./reasons.ts";

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

/**
 * A kind of channel. A channel can lead both ways: a kind sends notices to people, and may receive what they reply. Its name
 * in `kinds.ts` is the database's and the API's.
 */
export type ChannelKindOf<Address, Received> = {
  /** The app, as people call it. */
  name: string;
  /** Where it sends to, which is stored encrypted. */
  address: z.ZodType<Address>;
  /** Tells an address from others of its kind. */
  identify: (address: Address) => string | number;
  /** What people may see of the address. */
  show: (address: Address) => string;
  send: Sender<Address>;
  /** Returns what people have sent since a position. `lib/notify` stores the replies among it. */
  receive?: (position: number, signal: AbortSignal) => Promise<Received[]>;
  /** Says what's wrong with a URL. Only for kinds of `urlKind`. */
  problemOf?: (url: string) => string | null;
};

const UrlAddress = z.object({ url: z.string() });
type UrlAddress = z.infer<typeof UrlAddress>;
type UrlKind = Pick<ChannelKindOf<UrlAddress, never>, "name" | "send" | "problemOf">;

/** A kind of channel that is a URL to post to, which people enter themselves. */
export const urlKind = (kind: UrlKind): ChannelKindOf<UrlAddress, never> & { isUrl: true } => ({
  ...kind,
  isUrl: true,
  address: UrlAddress,
  identify: ({ url }) => url,
  show: ({ url }) => new URL(url).host,
});
