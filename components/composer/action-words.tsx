import type { ReactNode } from "react";
import { useNameOf, useTeam } from "#components/assignment/team-provider.tsx";
import { savedRepliesCopy } from "#components/catalogs/saved-replies.tsx";
import { LabelDot } from "#components/labels/label-chip.tsx";
import { useLabels } from "#components/labels/use-labels.ts";
import type { SavedReplyActions } from "#lib/desk/saved-replies/schema.ts";
import { type KnownTargets, knownActions } from "./chosen-actions.ts";

/** One thing that's done when a reply is sent. */
export type ShownAction = {
  key: string;
  /** For screen readers, and without a color. */
  words: string;
  content: ReactNode;
  /** What's left without it. */
  without: SavedReplyActions;
};

/** Returns which labels there are, and who may have a conversation of a site, or of any. */
export function useKnownTargets(siteId?: string): KnownTargets {
  const { labels } = useLabels();
  const { teammates } = useTeam();
  const people = teammates.filter(({ siteIds }) => siteId === undefined || !siteIds || siteIds.includes(siteId));
  return { labels, people };
}

/** Returns a function that lists what's done when a reply with these actions is sent. */
export function useShownActions(siteId?: string): (actions: SavedReplyActions) => ShownAction[] {
  const known = useKnownTargets(siteId);
  const { labels: all } = useLabels();
  const nameOf = useNameOf();
  const { action } = savedRepliesCopy;
  return (given) => {
    const actions = knownActions(given, known);
    const { labels = [], assignee, snooze, close } = actions;
    const found = all.filter(({ id }) => labels.includes(id));
    const rest = (name: keyof SavedReplyActions): SavedReplyActions => {
      const { [name]: _, ...others } = actions;
      return others;
    };
    const shown: ShownAction[] = found.map(({ id, name, color }) => {
      const others = labels.filter((one) => one !== id);
      return {
        key: id,
        words: action.label(name),
        content: (
          <>
            <LabelDot color={color} />
            <bdi className="truncate">{name}</bdi>
          </>
        ),
        without: others.length > 0 ? { ...actions, labels: others } : rest("labels"),
      };
    });
    const add = (name: "assignee" | "snooze" | "close", words: string) =>
      shown.push({ key: name, words, content: <span className="truncate">{words}</span>, without: rest(name) });
    if (assignee === "me") add("assignee", action.assignMe);
    else if (assignee === "none") add("assignee", action.unassign);
    else if (assignee) add("assignee", action.assign(nameOf(assignee)));
    if (snooze) add("snooze", action.snooze[snooze]);
    if (close) add("close", action.close);
    return shown;
  };
}
