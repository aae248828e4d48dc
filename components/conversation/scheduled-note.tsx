"use client";

import { useEffect, useState } from "react";
import { useTeam } from "#components/assignment/team-provider.tsx";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { savedRepliesCopy } from "#components/catalogs/saved-replies.tsx";
import { scheduledCopy } from "#components/catalogs/scheduled.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { Moment } from "#components/time/moment.tsx";
import { showToast } from "#components/ui/toast.tsx";
import type { ScheduledReplyJson } from "#lib/desk/scheduled-replies/schema.ts";
import { isHeldBriefly } from "./use-undo-send.ts";

const SECOND_MS = 1_000;
// If it isn't known by then what became of it, the stream may be away.
const OVERDUE_MS = 3_000;

/** Says below a reply that's sent later when that is, or why it wasn't sent, and lets its writer decide. */
export function ScheduledNote({ reply }: { reply: ScheduledReplyJson }) {
  const { readerId } = useTeam();
  const isOwn = reply.userId === readerId;
  const isStopped = reply.state === "stopped";
  const isProblem = isStopped || reply.refused !== undefined;
  // Its writer can no longer decide.
  const isAbandoned = isStopped && reply.reason === "access";
  return (
    <div className="mt-1 ms-auto flex max-w-[88%] flex-wrap items-baseline justify-end gap-x-3 gap-y-1 text-end text-sm">
      <span role={isOwn && isProblem ? "alert" : undefined} className={isProblem ? "text-danger" : "text-quiet"}>
        <Words reply={reply} isOwn={isOwn} />
        {reply.close && !reply.refused && <> {scheduledCopy.closes}</>}
      </span>
      {isOwn ? <Actions reply={reply} /> : isAbandoned && <Discard reply={reply} />}
    </div>
  );
}

function Discard({ reply }: { reply: ScheduledReplyJson }) {
  const { scheduled } = useLive();
  return <Buttons actions={[[scheduledCopy.discard, () => scheduled.takeBack(reply, true)]]} />;
}

function Words({ reply, isOwn }: { reply: ScheduledReplyJson; isOwn: boolean }) {
  const { userName, state, reason, sendAt, refused } = reply;
  const name = <bdi>{userName ?? assignmentCopy.formerTeammate}</bdi>;
  if (refused) return savedRepliesCopy.notDone(refused.map(({ action }) => action));
  if (state === "stopped") {
    const words = scheduledCopy.stopped[reason ?? "failed"];
    return isOwn ? words : scheduledCopy.stoppedBy(name, words);
  }
  if (isHeldBriefly(reply)) return <Countdown reply={reply} isOwn={isOwn} />;
  const time = <Moment at={sendAt} form="until" />;
  return isOwn ? scheduledCopy.sentAt(time) : scheduledCopy.sentAtBy(name, time);
}

/** Counts down by the browser's clock, which may differ from the server's. */
function Countdown({ reply, isOwn }: { reply: ScheduledReplyJson; isOwn: boolean }) {
  const { scheduled } = useLive();
  const { conversationId, sendAt, createdAt } = reply;
  const most = Date.parse(sendAt) - Date.parse(createdAt);
  const [left, setLeft] = useState(most);
  useEffect(() => {
    const count = () => setLeft(Math.min(most, Date.parse(sendAt) - Date.now()));
    count();
    const counting = setInterval(count, SECOND_MS);
    const overdue = setTimeout(
      () => void scheduled.load(conversationId),
      Math.max(0, Date.parse(sendAt) - Date.now()) + OVERDUE_MS,
    );
    return () => {
      clearInterval(counting);
      clearTimeout(overdue);
    };
  }, [scheduled, conversationId, sendAt, most]);
  const seconds = Math.ceil(left / SECOND_MS);
  return (
    <>
      <span aria-hidden className="tabular-nums">
        {seconds > 0 ? scheduledCopy.sendingIn(seconds) : scheduledCopy.sending}
      </span>
      {/* Said once, and not each second. */}
      <span role={isOwn ? "status" : undefined} className="sr-only">
        {scheduledCopy.held}
      </span>
    </>
  );
}

type Action = [label: string, run: () => Promise<string | undefined>];

function Actions({ reply }: { reply: ScheduledReplyJson }) {
  const { scheduled } = useLive();
  const { state, reason } = reply;
  if (state === "sent") return <Buttons actions={[[scheduledCopy.dismiss, () => scheduled.takeBack(reply, true)]]} />;
  const isStopped = state === "stopped";
  const maySend = reason !== "access" && reason !== "blocked" && reason !== "spam" && reason !== "files";
  const isBrief = !isStopped && isHeldBriefly(reply);
  const actions: Action[] = [
    [isBrief ? generalCopy.undo : conversationCopy.edit, () => scheduled.takeBack(reply)],
    ...(maySend
      ? [
          [
            isStopped ? scheduledCopy.sendAnyway : scheduledCopy.sendNow,
            () => scheduled.sendNow(reply),
          ] satisfies Action,
        ]
      : []),
    ...(isBrief ? [] : [[scheduledCopy.discard, () => scheduled.takeBack(reply, true)] satisfies Action]),
  ];
  return <Buttons actions={actions} />;
}

function Buttons({ actions }: { actions: readonly Action[] }) {
  const [isBusy, setBusy] = useState(false);
  const run = async (change: Action[1]) => {
    setBusy(true);
    const problem = await change();
    setBusy(false);
    if (problem) showToast({ words: problem });
  };
  return (
    <span className="flex flex-wrap justify-end gap-x-3">
      {actions.map(([label, change]) => (
        <button
          key={label}
          type="button"
          aria-disabled={isBusy}
          onClick={() => !isBusy && void run(change)}
          className={LINK}
        >
          {label}
        </button>
      ))}
    </span>
  );
}

const LINK = "font-medium whitespace-nowrap text-accent underline underline-offset-3 pointer-coarse:py-2";
