import { Check } from "lucide-react";
import { mailStatusCopy } from "#components/catalogs/mail-status.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { CopyField } from "#components/ui/copy-field.tsx";
import type { MailStatusJson } from "#lib/notify/mail-status/schema.ts";

type Step = Exclude<MailStatusJson["next"], "none">;

const STEPS = ["smtp", "address", "first"] as const satisfies readonly Step[];
const GUIDE = "docs/operating/mail.md";

/** What to set, one step at a time: the steps before are done, and those after wait. */
export function MailSetup({ next }: { next: Step }) {
  const current = STEPS.indexOf(next);
  return (
    <ol className="divide-y divide-line rounded-lg border border-line">
      {STEPS.map((step, at) => (
        <li key={step} aria-current={at === current ? "step" : undefined} className="flex gap-3 px-4 py-3">
          <Mark number={at + 1} isDone={at < current} isCurrent={at === current} />
          <div className="min-w-0 flex-1">
            <p className={classNames("font-medium", at > current && "text-quiet")}>
              {mailStatusCopy.steps[step].title}
            </p>
            {at === current && <Instructions step={step} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Mark({ number, isDone, isCurrent }: { number: number; isDone: boolean; isCurrent: boolean }) {
  return (
    <span
      className={classNames(
        "mt-px grid size-5.5 shrink-0 place-items-center rounded-full text-xs font-medium tabular-nums",
        isCurrent ? "bg-accent text-on-accent" : isDone ? "bg-accent-soft text-accent" : "bg-sunken text-quiet",
      )}
    >
      {isDone ? <Check size={14} role="img" aria-label={mailStatusCopy.done} /> : number}
    </span>
  );
}

function Instructions({ step }: { step: Step }) {
  const { says, lines } = mailStatusCopy.steps[step];
  return (
    <div className="mt-1 grid gap-2">
      <p className="text-pretty">{says}</p>
      {lines && <CopyField label={mailStatusCopy.settings} text={lines} />}
      <p className="text-sm text-quiet">{mailStatusCopy.guide(<code className="font-mono">{GUIDE}</code>)}</p>
    </div>
  );
}
