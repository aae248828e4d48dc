import { useTeam } from "#components/assignment/team-provider.tsx";
import { savedRepliesCopy } from "#components/catalogs/saved-replies.tsx";
import { type KnownTargets, knownActions } from "#components/composer/chosen-actions.ts";
import { LabelDot } from "#components/labels/label-chip.tsx";
import { useLabels } from "#components/labels/use-labels.ts";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import type { SavedReplyActions } from "#lib/desk/saved-replies/schema.ts";
import { SNOOZE_TIMES } from "#lib/desk/triage/snooze-times.ts";

const { action } = savedRepliesCopy;
const SNOOZES = [...SNOOZE_TIMES, "reply"] as const;

/** Returns the actions as a form has them, so that both can be compared: in its order, without what no longer exists. */
export function shownInForm(actions: SavedReplyActions, known: KnownTargets): SavedReplyActions {
  const { labels = [], assignee, snooze, close } = knownActions(actions, known);
  const ids = known.labels.map(({ id }) => id).filter((id) => labels.includes(id));
  return {
    ...(ids.length > 0 && { labels: ids }),
    ...(assignee && { assignee }),
    ...(snooze && { snooze }),
    ...(close && { close }),
  };
}

/** Returns the actions that are chosen in a form. */
export function actionsIn(form: FormData): SavedReplyActions {
  const labels = form.getAll("labels").map(String);
  const assignee = textOf(form, "assignee");
  const then = textOf(form, "then");
  const snooze = SNOOZES.find((time) => time === then);
  return {
    ...(labels.length > 0 && { labels }),
    ...(assignee && { assignee }),
    ...(snooze && { snooze }),
    ...(then === "close" && { close: true }),
  };
}

type Props = { chosen: SavedReplyActions; error: string | undefined };

/** What a saved reply does when it's sent. */
export function ActionFields({ chosen, error }: Props) {
  const { labels } = useLabels();
  const { teammates } = useTeam();
  const { labels: ids = [], assignee = "", snooze, close } = chosen;
  const people = [
    ["", savedRepliesCopy.noChange],
    ["me", savedRepliesCopy.sender],
    ["none", savedRepliesCopy.nobody],
    ...teammates.map(({ id, name }) => [id, name] as const),
  ] as const;
  const ends = [
    ["", savedRepliesCopy.noChange],
    ["close", action.close],
    ...SNOOZES.map((time) => [time, action.snooze[time]] as const),
  ] as const;
  return (
    <fieldset className="grid gap-4" aria-describedby="actions-hint">
      <legend className="text-lg font-semibold">{savedRepliesCopy.actions}</legend>
      <p id="actions-hint" className="mt-0.5 text-sm text-quiet text-pretty">
        {savedRepliesCopy.actionsHint}
      </p>
      {labels.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 font-medium">{savedRepliesCopy.addLabels}</legend>
          <ul className="grid max-h-48 gap-x-6 gap-y-2 overflow-y-auto sm:grid-cols-2">
            {labels.map(({ id, name, color }) => (
              <li key={id} className="min-w-0">
                <label className="flex items-center gap-2.5 pointer-coarse:min-h-11">
                  <input
                    type="checkbox"
                    name="labels"
                    value={id}
                    defaultChecked={ids.includes(id)}
                    className="size-4 shrink-0 accent-accent pointer-coarse:size-5"
                  />
                  <LabelDot color={color} />
                  <bdi className="min-w-0 truncate">{name}</bdi>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <div className="flex flex-wrap gap-4 *:min-w-48 *:flex-1 [&_select]:max-w-none">
        <SelectField label={savedRepliesCopy.assignTo} name="assignee" options={people} defaultValue={assignee} />
        <SelectField
          label={savedRepliesCopy.finally}
          name="then"
          options={ends}
          defaultValue={close ? "close" : (snooze ?? "")}
        />
      </div>
      <Notice tone="problem">{error}</Notice>
    </fieldset>
  );
}
