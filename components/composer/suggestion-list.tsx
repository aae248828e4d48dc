import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { SavedReplyActions } from "#lib/desk/saved-replies/schema.ts";
import { MentionPicker } from "./mention-picker.tsx";
import type { Suggestions } from "./use-suggestions.ts";

type Props = {
  listId: string;
  suggestions: Suggestions;
  conversation: ConversationJson;
  /** Replaces a part of the draft. */
  onInsert: (start: number, end: number, text: string) => void;
  /** Called with what a saved reply does when it's sent. */
  onActions: (actions: SavedReplyActions) => void;
};

/** The saved replies or the teammates that fit what's typed before the caret. Nothing if none are asked for. */
export function SuggestionList({ listId, suggestions, conversation, onInsert, onActions }: Props) {
  const { query, mentionable, Picker, keys, enteredAhead, firstOption, setActiveOption, setDismissed } = suggestions;
  if (!query) return null;
  const { start, end } = query;
  const onClose = () => setDismissed(start);
  const shared = { listId, keys, first: firstOption, onActive: setActiveOption, onClose };
  if (mentionable.length > 0) {
    const mention = ({ name }: { name: string }) => {
      onInsert(start, end, `@${name} `);
      setDismissed(start);
    };
    return <MentionPicker {...shared} found={mentionable} onChoose={mention} />;
  }
  if (!Picker) return null;
  return (
    <Picker
      {...shared}
      query={query.query}
      known={conversation}
      enteredAhead={enteredAhead}
      onInsert={(text, actions) => {
        onInsert(start, end, text);
        onActions(actions);
      }}
    />
  );
}
