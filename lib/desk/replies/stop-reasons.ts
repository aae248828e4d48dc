/**
 * Why a scheduled reply wasn't sent: the visitor or a colleague wrote first, the visitor's email changed, they were blocked, the
 * conversation is spam, its writer has no access, a file is gone or was sent, or the visitor has another open conversation.
 * `failed` is anything else that trying again won't change.
 */
export const STOP_REASONS = [
  "visitor",
  "colleague",
  "email",
  "blocked",
  "spam",
  "access",
  "files",
  "other_conversation",
  "failed",
] as const;
export type StopReason = (typeof STOP_REASONS)[number];
