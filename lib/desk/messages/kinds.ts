import type { Side } from "../../base/changes/change.ts";

type Effects = {
  /** Whose message it is for the other side, and its `senderType` in the API. */
  side: Side;
  /** Its side has read everything before it. */
  movesReadPosition: boolean;
  /** Lists show it as the conversation's last message, and order by its time. */
  isListed: boolean;
  /** It may be the conversation's first reply. */
  isReply: boolean;
  /** The visitor no longer waits. */
  endsWaiting: boolean;
  /** The team is notified about it. */
  alerts: boolean;
  /** The visitor is emailed if they don't see it. */
  emails: boolean;
};

/**
 * What a message does, by its kind, which is stored as `sender_type`. Statements that store messages are made from this table.
 * Tests compare it with what the database's triggers do, and with ARCHITECTURE.md.
 */
export const KINDS = {
  visitor: {
    side: "visitor",
    movesReadPosition: true,
    isListed: true,
    isReply: false,
    endsWaiting: false,
    alerts: true,
    emails: false,
  },
  // A person of the team.
  owner: {
    side: "owner",
    movesReadPosition: true,
    isListed: true,
    isReply: true,
    endsWaiting: true,
    alerts: false,
    emails: true,
  },
  // No one wrote it: the away text (lib/desk/away-texts).
  automatic: {
    side: "owner",
    movesReadPosition: false,
    isListed: false,
    isReply: false,
    endsWaiting: false,
    alerts: false,
    emails: false,
  },
} as const satisfies Record<string, Effects>;

export type MessageKind = keyof typeof KINDS;
