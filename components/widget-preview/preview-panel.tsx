import type { ReactNode } from "react";
import { previewCopy as copy } from "#components/catalogs/preview.tsx";
import { FormattedText } from "#components/conversation/formatted-text.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { LineIcon } from "#components/ui/line-icon.tsx";
import { accentOf, Fill, INKS, type Theme } from "./preview-colors.tsx";
import { PreviewHeader } from "./preview-header.tsx";
import type { ShownWidget } from "./shown-widget.ts";

type Props = { shown: ShownWidget; theme: Theme; isWhole: boolean; isAfter: boolean; awayText: string | undefined };

const RADII = { 0: "rounded-none", 8: "rounded-lg", 16: "rounded-2xl", 24: "rounded-3xl" };
const BUBBLE = "w-fit max-w-[84%] rounded-[16px] px-3 py-2 wrap-anywhere";

/** The chat as it opens, or after a message. Its measures are those of widget/panel/styles. */
export function PreviewPanel({ shown, theme, isWhole, isAfter, awayText }: Props) {
  const { look, language, isRightToLeft, form, asked } = shown;
  return (
    <div
      lang={language}
      dir={isRightToLeft ? "rtl" : "ltr"}
      className={classNames(
        "flex min-w-0 flex-col overflow-hidden bg-(--w-surface) text-(--w-ink)",
        isWhole ? "w-full flex-1" : "mx-3 mt-3 w-[calc(100%-1.5rem)] shadow-[0_8px_40px_rgb(0_0_0/0.3)]",
        !isWhole && RADII[look.radius ?? 16],
      )}
    >
      <PreviewHeader shown={shown} theme={theme} />
      <div className="flex min-h-40 flex-1 flex-col justify-end px-4 pt-4 pb-2">
        <div className={classNames(BUBBLE, "rounded-es-[4px] bg-(--w-bubble)")}>
          <FormattedText text={look.welcomeMessage} />
        </div>
        {isAfter ? (
          <Conversation shown={shown} theme={theme} awayText={awayText} />
        ) : (
          !form && <Questions questions={look.starterQuestions ?? []} />
        )}
      </div>
      <div className="px-3 pt-2 pb-3">
        {form && !isAfter ? (
          <Form shown={shown} />
        ) : isAfter && !form && asked.length > 0 ? (
          <Asks shown={shown} theme={theme} />
        ) : (
          <Composer shown={shown} />
        )}
      </div>
    </div>
  );
}

const Questions = ({ questions }: { questions: readonly string[] }) =>
  questions.length > 0 && (
    <div className="mt-4 flex flex-col items-end gap-2">
      {questions.map((question) => (
        <bdi
          key={question}
          className="max-w-[84%] rounded-[18px] border border-(--w-edge) px-3.5 py-[7px] wrap-anywhere"
        >
          {question}
        </bdi>
      ))}
    </div>
  );

/** A visitor's message, and the away text if it's sent. */
function Conversation({ shown, theme, awayText }: Omit<Props, "isWhole" | "isAfter">) {
  const { look, labels } = shown;
  const { accent, ink } = accentOf(look.accentColor, theme);
  const meta = "px-1 text-[12px]/[16px] text-(--w-quiet)";
  return (
    <>
      <div className="mt-3 flex flex-col items-end">
        <div className={classNames(BUBBLE, "relative overflow-hidden rounded-ee-[4px]", INKS[ink])}>
          <Fill color={accent} />
          <bdi className="relative">{look.starterQuestions?.[0] ?? copy.message}</bdi>
        </div>
        <p className={meta}>
          <bdi>{labels.now}</bdi>
        </p>
      </div>
      {awayText && (
        <div className="mt-3">
          <p className={meta}>
            <bdi>{labels.automatic}</bdi>
          </p>
          <div className={classNames(BUBBLE, "rounded-es-[4px] bg-(--w-bubble)")}>
            <FormattedText text={awayText} />
          </div>
          <p className={meta}>
            <bdi>{labels.now}</bdi>
          </p>
        </div>
      )}
    </>
  );
}

const PERSON = "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20a7 7 0 0 1 14 0";
const SMILE = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 14q4 4 8 0M9 9v1M15 9v1";
const CLIP = "M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.4 3.4 0 0 1 5 5l-8.5 8.4a1.7 1.7 0 0 1-2.4-2.4L15 7.5";
const SEND = "M12 19V5M6 11l6-6 6 6";

function Composer({ shown: { look, labels } }: Pick<Props, "shown">) {
  const tools = look.files?.kinds.length ? [CLIP, SMILE] : [SMILE];
  return (
    <>
      <p className="mb-1.5 flex items-center gap-1.5 px-1 py-1.5 text-[13px]/[20px] text-(--w-quiet)">
        <LineIcon path={PERSON} size={16} />
        <bdi className="truncate">{labels.contact}</bdi>
      </p>
      <div className="flex items-end gap-1 rounded-[22px] border border-(--w-edge) p-1 text-(--w-quiet)">
        <span className="min-w-0 flex-1 truncate py-2 ps-2.5 pe-1">
          <bdi>{labels.placeholder}</bdi>
        </span>
        {tools.map((path) => (
          <span key={path} className="grid size-9 shrink-0 place-items-center">
            <LineIcon path={path} size={20} />
          </span>
        ))}
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-(--w-line)">
          <LineIcon path={SEND} size={20} />
        </span>
      </div>
    </>
  );
}

const INPUT = <span className="block h-9 rounded-[8px] border border-(--w-edge)" />;

const Fields = ({ shown: { asked, labels } }: Pick<Props, "shown">) =>
  asked.map(({ key, label, required }) => (
    <Labeled key={key} label={required ? label : `${label} (${labels.optional})`}>
      {INPUT}
    </Labeled>
  ));

/** What's asked after the first message. */
function Asks({ shown, theme }: Pick<Props, "shown" | "theme">) {
  const { look, labels } = shown;
  const { accent, ink } = accentOf(look.accentColor, theme);
  return (
    <div className="grid gap-2.5 px-1">
      <p>
        <bdi>{labels.ask}</bdi>
      </p>
      <Fields shown={shown} />
      <span
        className={classNames("relative overflow-hidden rounded-[10px] p-[9px] text-center font-semibold", INKS[ink])}
      >
        <Fill color={accent} />
        <bdi className="relative">{labels.send}</bdi>
      </span>
    </div>
  );
}

function Form({ shown }: Pick<Props, "shown">) {
  const { labels, form } = shown;
  return (
    <div className="grid gap-2.5 px-1">
      <p>
        <bdi>{form?.leave}</bdi>
      </p>
      <Labeled label={labels.compose}>
        <span className="block h-[98px] rounded-[8px] border border-(--w-edge)" />
      </Labeled>
      {form?.asksEmail && <Labeled label={labels.email}>{INPUT}</Labeled>}
      <Fields shown={shown} />
      <span className="rounded-[10px] bg-(--w-line) px-4 py-[9px] text-center font-semibold text-(--w-quiet)">
        <bdi>{labels.send}</bdi>
      </span>
    </div>
  );
}

const Labeled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <span className="mb-0.5 block text-[13px]/[20px]">
      <bdi>{label}</bdi>
    </span>
    {children}
  </div>
);
