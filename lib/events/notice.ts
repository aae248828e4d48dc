/** Where a change happened: enough to know whose streams it concerns without asking the database. */
export type Place = { workspaceId: string; visitorId: string; conversationId: string };

export type Side = "visitor" | "owner";

/** What one process tells the others after a commit. It names rows and never holds their text: that is read where it is needed. */
export type Notice =
  | ({ kind: "message"; seq: number } & Place)
  | ({ kind: "conversation" } & Place)
  | ({ kind: "deleted" } & Place)
  | ({ kind: "read"; by: Side; seq: number } & Place)
  | ({ kind: "typing"; by: Side } & Place)
  | { kind: "session-ended"; sessionId: string }
  | { kind: "site-deleted"; workspaceId: string; siteId: string };
