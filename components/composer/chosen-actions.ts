import type { UnsentFields } from "#client/unsent.ts";
import type { ReplyActions } from "#lib/desk/messages/schema.ts";
import type { SavedReplyActions } from "#lib/desk/saved-replies/schema.ts";

const LABELS_MAX = 10;

/** What exists now: labels, and who may have the conversation. */
export type KnownTargets = { labels: readonly { id: string }[]; people: readonly { id: string }[] };

/** Leaves out labels that were deleted, and people who are gone or have no access. */
export function knownActions(actions: SavedReplyActions, { labels, people }: KnownTargets): SavedReplyActions {
  const { labels: wanted = [], assignee, ...rest } = actions;
  const ids = wanted.filter((id) => labels.some((label) => label.id === id));
  const isKnown = assignee === "me" || assignee === "none" || people.some(({ id }) => id === assignee);
  return { ...(ids.length > 0 && { labels: ids }), ...(assignee && isKnown && { assignee }), ...rest };
}

/** Adds what another saved reply does. Of two things that exclude each other, the newer one is done. */
export function mergeActions(before: SavedReplyActions, added: SavedReplyActions): SavedReplyActions {
  const { labels: earlier = [], snooze, close, ...rest } = before;
  const labels = [...new Set([...earlier, ...(added.labels ?? [])])].slice(0, LABELS_MAX);
  const isDecided = added.snooze !== undefined || added.close !== undefined;
  const end = isDecided ? {} : { ...(snooze && { snooze }), ...(close && { close }) };
  return { ...rest, ...end, ...added, ...(labels.length > 0 && { labels }) };
}

/** Returns what a reply is sent with. */
export function sentActions(
  { labels, assignee, snooze, close }: SavedReplyActions,
  { me, timeZone }: { me: string; timeZone: string },
): Pick<UnsentFields, "replyActions" | "close"> {
  const person = assignee === "me" ? me : assignee === "none" ? null : assignee;
  const actions = {
    ...(labels && { labels }),
    ...(person !== undefined && { assignee: person }),
    ...(snooze && { snooze: { time: snooze, timeZone } }),
  };
  return { ...(Object.keys(actions).length > 0 && { replyActions: actions }), ...(close && { close }) };
}

/** Returns what an unsent reply was to do, to choose again. */
export function chosenActions({ labels, assignee, snooze }: ReplyActions): SavedReplyActions {
  return {
    ...(labels && { labels }),
    ...(assignee !== undefined && { assignee: assignee ?? "none" }),
    ...(snooze && { snooze: snooze.time }),
  };
}
