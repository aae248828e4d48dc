"use client";

import { Check, ChevronDown, Circle } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { checklistCopy } from "#components/catalogs/checklist.tsx";
import { testMessageCopy } from "#components/catalogs/test-message.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { turnOnNotifications, useNotificationChoice } from "#components/notification/notification-choice.ts";
import { TimeAgo } from "#components/time/time-ago.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import type { ChecklistJson } from "#lib/people/owners/schema.ts";
import { useChecklist } from "./use-checklist.ts";

type Step = {
  label: string;
  isDone: boolean;
  /** Whether the list is complete without it. */
  isOptional?: boolean;
  /** Whether only the browser knows if it's done, and the page isn't running there yet. */
  isUnknown?: boolean;
  hint?: ReactNode;
  action?: ReactNode;
};
type Props = {
  initial: ChecklistJson;
  siteId: string | undefined;
  /** Whether it's one line until it's opened. */
  isFolded?: boolean;
};

/** The first steps of a new account, until they're done or hidden. */
export function Checklist({ initial, siteId, isFolded = false }: Props) {
  const checklist = useChecklist(initial);
  const steps = useSteps(checklist, siteId);
  const news = useStepNews(steps);
  const [isHidden, setHidden] = useState(initial.hidden);
  const [busy, startTransition] = useTransition();
  const done = steps.filter(({ isDone }) => isDone).length;
  const isComplete = steps.every(({ isDone, isOptional, isUnknown }) => isDone || isOptional || isUnknown);
  // One that's complete from the start has nothing to say.
  const [wasComplete, setWasComplete] = useState<boolean | null>(null);
  if (wasComplete === null && !steps.some(({ isUnknown }) => isUnknown)) setWasComplete(isComplete);
  // One that only the browser knows to be incomplete comes late, so it's last and moves nothing.
  const [isLate] = useState(isComplete);
  if (isHidden || (wasComplete ?? isComplete)) return null;

  const hide = () =>
    startTransition(async () => {
      const body = { preferences: { checklist: "hidden" } };
      setHidden((await callApi("/account", { method: "PATCH", body })).ok);
    });

  const progress = (
    <span className="text-sm text-quiet tabular-nums">{checklistCopy.progress(done, steps.length)}</span>
  );
  const hideButton = (
    <Button look="quiet" busy={busy} onClick={hide}>
      {checklistCopy.hide}
    </Button>
  );
  const list = (
    <ol className="divide-y divide-line">
      {steps.map((step) => (
        <StepRow key={step.label} step={step} />
      ))}
    </ol>
  );
  return (
    <section
      aria-label={checklistCopy.title}
      className={classNames("w-full rounded-xl border border-line bg-paper text-start", isLate && "order-last")}
    >
      {isFolded ? (
        <details className="group">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-x-3 rounded-xl px-4 py-2 [&::-webkit-details-marker]:hidden">
            <span className="font-semibold">{checklistCopy.title}</span>
            {progress}
            <ChevronDown size={18} aria-hidden className="ms-auto text-quiet group-open:rotate-180" />
          </summary>
          <div className="px-4 pb-2">
            {list}
            <div className="-mx-3">{hideButton}</div>
          </div>
        </details>
      ) : (
        <div className="p-5">
          <header className="mb-2 flex flex-wrap items-center gap-x-3">
            <h2 className="text-lg font-semibold">{checklistCopy.title}</h2>
            <div className="flex-1">{progress}</div>
            <div className="-me-3">{hideButton}</div>
          </header>
          {list}
        </div>
      )}
      <p role="status" className="sr-only">
        {news}
      </p>
    </section>
  );
}

function StepRow({ step: { label, isDone, hint, action } }: { step: Step }) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2">
      {isDone ? (
        <Check size={20} aria-hidden className="shrink-0 text-accent" />
      ) : (
        <Circle size={20} aria-hidden className="shrink-0 text-edge" />
      )}
      <div className="min-w-0 flex-1 basis-40">
        <p className={classNames("font-medium", isDone && "text-quiet")}>
          {label}
          {isDone && <span className="sr-only"> {checklistCopy.done}</span>}
        </p>
        {hint && <p className="text-sm text-quiet text-pretty">{hint}</p>}
      </div>
      {!isDone && action}
    </li>
  );
}

function useSteps(
  { site, tagSeen, firstMessage, emailConfirmed, teammate }: ChecklistJson,
  siteId: string | undefined,
): Step[] {
  const { userId } = useLive();
  const choice = useNotificationChoice(userId);
  const settings = siteId && `/settings/sites/${siteId}`;
  const isInstalled = tagSeen?.allowed === true;
  const ofSite: Step[] = [
    {
      label: checklistCopy.site,
      isDone: site,
      action: (
        <AppLink href="/settings/sites/new" className={buttonClass("primary")}>
          {checklistCopy.addSite}
        </AppLink>
      ),
    },
    {
      label: checklistCopy.tag,
      isDone: isInstalled,
      hint: <TagHint tagSeen={tagSeen} />,
      action: settings && (
        <AppLink href={tagSeen ? `${settings}/appearance` : `${settings}/install`} className={buttonClass()}>
          {tagSeen ? checklistCopy.changeDomain : checklistCopy.seeTag}
        </AppLink>
      ),
    },
    { label: checklistCopy.message, isDone: firstMessage, action: siteId && <SendTest siteId={siteId} /> },
  ];
  return [
    // Agents can't take the steps of a site. They can't invite people either.
    ...(teammate === undefined ? [] : ofSite),
    ...(choice === "none"
      ? []
      : [
          {
            label: checklistCopy.notifications,
            isDone: choice === "on" || choice === "device",
            isUnknown: choice === undefined,
            hint: choice === "blocked" && checklistCopy.blocked,
            action: choice !== "blocked" && (
              <Button onClick={() => void turnOnNotifications(userId)}>{checklistCopy.turnOn}</Button>
            ),
          },
        ]),
    ...(emailConfirmed === undefined
      ? []
      : [{ label: checklistCopy.email, isDone: emailConfirmed, action: <SendLinkAgain /> }]),
    ...(teammate === undefined
      ? []
      : [
          {
            label: checklistCopy.teammate,
            isDone: teammate,
            isOptional: true,
            hint: !teammate && checklistCopy.teammateHint,
            action: (
              <AppLink href="/settings/team" className={buttonClass()}>
                {checklistCopy.invite}
              </AppLink>
            ),
          },
        ]),
  ];
}

function TagHint({ tagSeen }: { tagSeen: ChecklistJson["tagSeen"] }) {
  if (!tagSeen) return checklistCopy.tagUnseen;
  const host = <bdi className="font-medium">{tagSeen.host}</bdi>;
  if (!tagSeen.allowed) return checklistCopy.tagElsewhere(host);
  return checklistCopy.tagSeen(host, <TimeAgo at={tagSeen.at} />);
}

function SendTest({ siteId }: { siteId: string }) {
  const body = { message: testMessageCopy.message };
  const send = () => callApi(`/sites/${siteId}/test-message`, { method: "POST", body });
  return <ActingButton label={checklistCopy.sendTest} done="" act={send} />;
}

function SendLinkAgain() {
  const send = () => callApi("/account/confirmation", { method: "POST" });
  return <ActingButton label={checklistCopy.sendLink} done={checklistCopy.sent} act={send} />;
}

type ActingProps = { label: string; done: string; act: () => ReturnType<typeof callApi> };

/** A button that calls the API and shows the result. */
function ActingButton({ label, done, act }: ActingProps) {
  const [words, setWords] = useState("");
  const [busy, startTransition] = useTransition();
  const run = () =>
    startTransition(async () => {
      const result = await act();
      setWords(result.ok ? done : result.problem.words);
    });
  return (
    <>
      <p role="status" className="text-sm text-quiet">
        {words}
      </p>
      <Button busy={busy} onClick={run}>
        {label}
      </Button>
    </>
  );
}

/** Announces the last completed step to screen readers, but none completed before the page opened. */
function useStepNews(steps: Step[]): string {
  const [news, setNews] = useState("");
  const known = useRef<string | undefined>(undefined);
  const done = steps.filter(({ isDone }) => isDone).map(({ label }) => label);
  const now = done.join("\n");
  useEffect(() => {
    const before = known.current?.split("\n");
    known.current = now;
    const added = before && now.split("\n").find((label) => label && !before.includes(label));
    if (added) setNews(checklistCopy.stepDone(added));
  }, [now]);
  return news;
}
