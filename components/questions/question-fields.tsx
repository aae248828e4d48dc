import { ArrowDown, ArrowUp, X } from "lucide-react";
import { questionsCopy as copy } from "#components/catalogs/questions.tsx";
import { WordsField, WordsText, wordsName } from "#components/sites/words-field.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { QUESTION_KINDS, QUESTION_LIMITS, QUESTION_TIMES } from "#lib/sites/sites/asked-questions.ts";
import type { Question } from "#lib/sites/sites/questions.ts";

const KINDS = QUESTION_KINDS.map((kind) => [kind, copy.kinds[kind]] as const);
const TIMES = QUESTION_TIMES.map((time) => [time, copy.times[time]] as const);

type Props = {
  row: Question;
  at: number;
  isLast: boolean;
  typed: Question;
  /** By the paths of the API. */
  errors: Record<string, string>;
  hasHours: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

/** A question: its label in each language, what it asks for, and when. */
export function QuestionFields({ row, at, isLast, typed, errors, hasHours, onMove, onRemove }: Props) {
  const { key, label, labels, kind, required, asked } = row;
  const called = typed.label || copy.nameOf(at + 1);
  const name = `label-${key}`;
  const path = `questions.${at}.label`;
  const labelErrors = Object.fromEntries(
    Object.entries(errors).map(([where, words]) => [where.replace(`${path}s`, name).replace(path, name), words]),
  );
  return (
    <fieldset aria-label={copy.nameOf(at + 1)} className="relative grid gap-4 *:min-w-0">
      <input type="hidden" name="question" value={key} />
      <div className="absolute -end-2 -top-2 flex">
        <IconButton
          label={copy.up(called)}
          icon={<ArrowUp size={16} aria-hidden />}
          isOff={at === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={copy.down(called)}
          icon={<ArrowDown size={16} aria-hidden />}
          isOff={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton label={copy.remove(called)} icon={<X size={16} aria-hidden />} onClick={onRemove} />
      </div>
      <WordsField
        label={copy.label}
        name={name}
        filled={Object.keys(typed.labels)}
        hint={copy.labelHint}
        errors={labelErrors}
      >
        {(one) => (
          <WordsText
            one={one}
            label={copy.label}
            name={name}
            initial={one.language ? labels[one.language] : label}
            fallback={(one.language && typed.label) || copy.examples[typed.kind]}
            maxLength={QUESTION_LIMITS.labelMax}
            isInvalid={labelErrors[wordsName(name, one.language)] !== undefined}
          />
        )}
      </WordsField>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label={copy.kind} name={`kind-${key}`} options={KINDS} defaultValue={kind} />
        <SelectField
          label={copy.asked}
          name={`asked-${key}`}
          options={TIMES}
          defaultValue={asked}
          hint={typed.asked === "closed" && !hasHours ? copy.noHours : undefined}
        />
      </div>
      <Choice label={copy.required} hint={copy.requiredHint} name={`required-${key}`} defaultChecked={required} />
    </fieldset>
  );
}
