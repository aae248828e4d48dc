"use client";

import { Cloud, CloudOff } from "lucide-react";
import { createContext, use, useEffect, useState, useSyncExternalStore } from "react";
import type { LiveState } from "#client/live-connection.ts";
import { shellCopy } from "#components/catalogs/shell.ts";
import { useReader } from "#components/time/reader.tsx";
import { pastTime } from "#components/time/time-words.ts";
import { classNames } from "#components/ui/class-names.ts";
import { useOnline } from "#components/ui/use-online.ts";
import { PATIENCE_MS, troubleSince } from "./connection-trouble.ts";
import { useLive } from "./live-provider.tsx";

const BACK_FOR_MS = 6000;
const AT_FIRST: LiveState = { phase: "connecting", since: 0 };

/** When what's shown was stored, if it's from this browser and not from the server. */
export const StoredAtContext = createContext<number | undefined>(undefined);

type Trouble = { since: number; isOver: boolean; caughtUp: number };
type BannerContent = { state: "gone" | "back" | "current"; since: number };

/**
 * Says that the connection is lost, since when, and that it's back. It's placed where it doesn't move what's being
 * read.
 */
export function ConnectionBanner({ edge }: { edge: "list-end" | "phone-top" }) {
  const storedAt = use(StoredAtContext);
  const shown = useShown(storedAt === undefined ? PATIENCE_MS : 0);
  const Icon = shown?.state === "gone" ? CloudOff : Cloud;
  return (
    <div
      role="status"
      className={classNames("shrink-0", edge === "phone-top" && storedAt === undefined && "md:hidden")}
    >
      {shown && (
        <p
          className={classNames(
            "rise flex items-start gap-2.5 border-line bg-sunken px-5 py-3 text-sm text-pretty",
            edge === "phone-top" ? "border-b" : "border-t",
          )}
        >
          <Icon
            size={16}
            aria-hidden
            className={classNames("mt-0.5 shrink-0", shown.state !== "gone" && "text-accent")}
          />
          <span>
            {shown.state === "gone" && <Gone since={shown.since} storedAt={storedAt} />}
            {shown.state === "back" && shellCopy.loadingNews}
            {shown.state === "current" && shellCopy.upToDate}
          </span>
        </p>
      )}
    </div>
  );
}

function Gone({ since, storedAt }: { since: number; storedAt: number | undefined }) {
  const reader = useReader();
  const isOnline = useOnline();
  const time = pastTime(new Date(storedAt ?? since), reader);
  const { offlineSince, offlineWith, noConnectionSince, noConnectionWith } = shellCopy;
  const [offline, unreachable] =
    storedAt === undefined ? [offlineSince, noConnectionSince] : [offlineWith, noConnectionWith];
  return (
    <>
      <span className="font-medium">{isOnline ? unreachable(time) : offline(time)}</span>{" "}
      {isOnline ? shellCopy.syncsWhenConnected : shellCopy.syncsWhenOnline}
    </>
  );
}

/** A browser knows that it's offline long before the silent connection is noticed. */
function useTroubleSince(): number | undefined {
  const since = troubleSince(useConnection());
  const isOnline = useOnline();
  const [offlineSince, setOfflineSince] = useState<number>();
  useEffect(() => setOfflineSince(isOnline ? undefined : Date.now()), [isOnline]);
  return since ?? offlineSince;
}

function useShown(patienceMs: number): BannerContent | undefined {
  const since = useTroubleSince();
  const { caughtUp } = useLive().inbox;
  const { times } = useSyncExternalStore(caughtUp.subscribe, caughtUp.get, caughtUp.get);
  const [trouble, setTrouble] = useState<Trouble | undefined>(undefined);

  useEffect(() => {
    if (since === undefined) return setTrouble((before) => before && { ...before, isOver: true });
    const show = () => setTrouble({ since, isOver: false, caughtUp: caughtUp.get().times });
    const timer = setTimeout(show, since + patienceMs - Date.now());
    return () => clearTimeout(timer);
  }, [since, caughtUp, patienceMs]);

  const isCurrent = trouble?.isOver === true && times > trouble.caughtUp;
  useEffect(() => {
    if (!isCurrent) return;
    const timer = setTimeout(() => setTrouble(undefined), BACK_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCurrent]);

  if (!trouble) return undefined;
  return { state: isCurrent ? "current" : trouble.isOver ? "back" : "gone", since: trouble.since };
}

function useConnection(): LiveState {
  const { state } = useLive().connection;
  return useSyncExternalStore(state.subscribe, state.get, () => AT_FIRST);
}
