import type { ReactNode } from "react";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { type MailNeeds, MailNeedsWords } from "#components/mail/mail-needs.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { LineIcon } from "#components/ui/line-icon.tsx";
import { RadioRow } from "#components/ui/radio-row.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import type { SiteOptions } from "#lib/sites/sites/fields.ts";
import type { SiteAppearance } from "#lib/sites/sites/schema.ts";
import { LAUNCHER_ICONS, MARKS } from "#lib/widget/widget/icons.ts";
import { readAppearanceWords, readQuestions } from "./site-words.ts";
import { QuestionsField, ReplyTimeField } from "./word-fields.tsx";
import { readWords } from "./words-field.tsx";

const { looks } = sitesCopy;

const EMAIL_CARD_MINUTES = [0, 1, 2, 5, 10, 15, 30, 60];
const NEVER = "never";

/** Returns the chosen one of a control's values, or the first. */
function chosen<V extends string | number>(form: FormData, name: string, values: readonly V[]): V {
  const text = textOf(form, name);
  return values.reduce((found, value) => (String(value) === text ? value : found));
}

export function readAppearance(form: FormData, options: SiteOptions) {
  const minutes = textOf(form, "emailCardMinutes");
  return {
    mark: chosen(form, "mark", options.mark),
    header: chosen(form, "header", options.header),
    launcherIcon: chosen(form, "launcherIcon", options.launcherIcon),
    launcherSize: chosen(form, "launcherSize", options.launcherSize),
    corner: chosen(form, "corner", options.corner),
    offsetX: Number(textOf(form, "offsetX")),
    offsetY: Number(textOf(form, "offsetY")),
    radius: chosen(form, "radius", options.radius),
    theme: chosen(form, "theme", options.theme),
    replyName: chosen(form, "replyName", options.replyName),
    showsReplyTime: form.has("showsReplyTime"),
    whenClosed: chosen(form, "whenClosed", options.whenClosed),
    replyTimeText: readWords(form, "replyTimeText", undefined) || null,
    starterQuestions: readQuestions(form, undefined),
    words: readAppearanceWords(form),
    emailCardMinutes: minutes === NEVER ? null : Number(minutes),
  };
}

/** The site's own settings, and its words in each language, which are stored apart. */
export type AppearanceFields = ReturnType<typeof readAppearance>;

/** Builds the body of a change. The looks are an object of their own there. */
export function bodyOf({ words: _, ...changes }: Partial<AppearanceFields>, stored: SiteAppearance): object {
  const isLook = ([name]: [string, unknown]) => name in stored;
  const changed = Object.entries(changes).filter(isLook);
  const others = Object.entries(changes).filter((change) => !isLook(change));
  return { ...Object.fromEntries(others), ...(changed.length > 0 && { appearance: Object.fromEntries(changed) }) };
}

type Props = {
  initial: AppearanceFields;
  typed: AppearanceFields;
  options: SiteOptions;
  errors: Record<string, string>;
  siteId: string;
  needs: MailNeeds;
};

/** How the chat looks and what it says, apart from a site's basic fields. */
export function AppearanceFieldset(props: Props) {
  return (
    <>
      <WindowFields {...props} />
      <ButtonFields {...props} />
      <ReplyFields {...props} />
    </>
  );
}

function WindowFields({ initial, options }: Props) {
  return (
    <Group title={looks.window}>
      <RadioRow
        label={looks.mark.label}
        name="mark"
        options={options.mark.map((mark) => [mark, <Mark key={mark} mark={mark} />])}
        defaultValue={initial.mark}
      />
      <RadioRow
        label={looks.header.label}
        name="header"
        options={options.header.map((header) => [header, looks.header[header]])}
        defaultValue={initial.header}
      />
      <RadioRow
        label={looks.radius.label}
        name="radius"
        options={options.radius.map((radius) => [radius, looks.radius[radius]])}
        defaultValue={initial.radius}
      />
      <RadioRow
        label={looks.theme.label}
        name="theme"
        options={options.theme.map((theme) => [theme, looks.theme[theme]])}
        defaultValue={initial.theme}
      />
    </Group>
  );
}

function ButtonFields({ initial, options, errors }: Props) {
  return (
    <Group title={looks.button}>
      <RadioRow
        label={looks.icon.label}
        name="launcherIcon"
        options={options.launcherIcon.map((icon) => [icon, <LauncherIcon key={icon} icon={icon} />])}
        defaultValue={initial.launcherIcon}
      />
      <RadioRow
        label={looks.size.label}
        name="launcherSize"
        options={options.launcherSize.map((size) => [size, looks.size[size]])}
        defaultValue={initial.launcherSize}
      />
      <RadioRow
        label={looks.corner.label}
        name="corner"
        options={options.corner.map((corner) => [corner, looks.corner[corner]])}
        defaultValue={initial.corner}
        hint={looks.cornerHint}
      />
      <div className="grid max-w-96 grid-cols-2 gap-3 *:min-w-0">
        <Distance name="offsetX" label={looks.offsetX} initial={initial.offsetX} error={errors["appearance.offsetX"]} />
        <Distance name="offsetY" label={looks.offsetY} initial={initial.offsetY} error={errors["appearance.offsetY"]} />
      </div>
    </Group>
  );
}

function ReplyFields({ initial, typed, options, errors, siteId, needs }: Props) {
  const questionError = Object.entries(errors).find(([path]) => /^starterQuestions(\.\d+)?$/.test(path))?.[1];
  return (
    <Group title={looks.replies}>
      <RadioRow
        label={looks.replyName.label}
        name="replyName"
        options={options.replyName.map((name) => [name, looks.replyName[name]])}
        defaultValue={initial.replyName}
      />
      <Choice
        name="showsReplyTime"
        label={looks.replyTime}
        hint={looks.replyTimeHint}
        defaultChecked={initial.showsReplyTime}
      />
      <ReplyTimeField
        initial={initial.replyTimeText ?? ""}
        typed={typed.replyTimeText ?? ""}
        words={initial.words}
        typedWords={typed.words}
        errors={errors}
      />
      <RadioRow
        label={looks.whenClosed.label}
        name="whenClosed"
        options={options.whenClosed.map((way) => [way, looks.whenClosed[way]])}
        defaultValue={initial.whenClosed}
        hint={looks.whenClosedHint}
      />
      <QuestionsField
        initial={initial.starterQuestions}
        typed={typed.starterQuestions}
        words={initial.words}
        typedWords={typed.words}
        errors={{ ...errors, ...(questionError && { starterQuestions: questionError }) }}
      />
      <SelectField
        label={looks.emailCard}
        name="emailCardMinutes"
        options={[
          [NEVER, looks.emailCardNever],
          ...emailCardChoices(initial.emailCardMinutes).map(
            (minutes) => [String(minutes), looks.emailCardAfter(minutes)] as const,
          ),
        ]}
        defaultValue={initial.emailCardMinutes === null ? NEVER : String(initial.emailCardMinutes)}
        hint={needs ? <MailNeedsWords needs={needs} siteId={siteId} /> : looks.emailCardHint}
        error={errors.emailCardMinutes}
      />
    </Group>
  );
}

/** Returns the minutes to choose from, including those that were set through the API. */
function emailCardChoices(current: number | null): number[] {
  return [...new Set([...EMAIL_CARD_MINUTES, current ?? 0])].toSorted((one, other) => one - other);
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-5 grid min-w-0 gap-5 border-t border-line pt-6">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function Mark({ mark }: { mark: SiteAppearance["mark"] }) {
  const label = looks.mark[mark];
  if (mark === "letter") return label;
  return (
    <>
      <LineIcon path={MARKS[mark]} size={16} />
      <span className="sr-only">{label}</span>
    </>
  );
}

function LauncherIcon({ icon }: { icon: SiteAppearance["launcherIcon"] }) {
  return (
    <>
      <LineIcon path={LAUNCHER_ICONS[icon]} size={16} />
      {looks.icon[icon]}
    </>
  );
}

type DistanceProps = { name: string; label: string; initial: number; error: string | undefined };

function Distance({ name, label, initial, error }: DistanceProps) {
  return (
    <Field label={label} name={name} type="number" min={0} max={200} required defaultValue={initial} error={error} />
  );
}
