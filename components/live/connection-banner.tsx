"use client";

import { Cloud, CloudOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useReader } from "#components/time/reader.tsx";
import { clockTime } from "#components/time/time-words.ts";
import { classNames } from "#components/ui/class-names.ts";
import { useOnline } from "#components/ui/use-online.ts";
import { PATIENCE_MS, troubleSince } from "./connection-trouble.ts";
import { useConnection } from "./use-connection.ts";

const BACK_FOR_MS = 6000;

type Shown = { since: number } | "back" | undefined;

/** Says that the connection is gone, since when, and that it is back; at an edge where nothing that is read moves. */
export function ConnectionBanner({ edge }: { edge: "list-end" | "phone-top" }) {
  const shown = useShown();
  const reader = useReader();
  const isOnline = useOnline();
  return (
    <div role="status" className={classNames("shrink-0", edge === "phone-top" && "md:hidden")}>
      {shown && (
        <p
          className={classNames(
            "rise flex items-start gap-2.5 border-line bg-sunken px-5 py-3 text-sm text-pretty",
            edge === "phone-top" ? "border-b" : "border-t",
          )}
        >
          {shown === "back" ? (
            <Cloud size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
          ) : (
            <CloudOff size={16} aria-hidden className="mt-0.5 shrink-0" />
          )}
          <span>
            {shown === "back" ? (
              "The connection is back, and everything is up to date."
            ) : (
              <>
                <span className="font-medium">
                  {isOnline ? "No connection" : "You are offline"} since {clockTime(new Date(shown.since), reader)}.
                </span>{" "}
                New messages show as soon as it is back. Replies are kept and go then.
              </>
            )}
          </span>
        </p>
      )}
    </div>
  );
}

/** A browser that knows that it is offline says so long before the connection is found to be silent. */
function useTroubleSince(): number | undefined {
  const since = troubleSince(useConnection());
  const isOnline = useOnline();
  const [offlineSince, setOfflineSince] = useState<number>();
  useEffect(() => setOfflineSince(isOnline ? undefined : Date.now()), [isOnline]);
  return since ?? offlineSince;
}

function useShown(): Shown {
  const since = useTroubleSince();
  const [shown, setShown] = useState<Shown>();

  useEffect(() => {
    if (since !== undefined) {
      const timer = setTimeout(() => setShown({ since }), since + PATIENCE_MS - Date.now());
      return () => clearTimeout(timer);
    }
    setShown((before) => before && "back");
    const timer = setTimeout(() => setShown(undefined), BACK_FOR_MS);
    return () => clearTimeout(timer);
  }, [since]);

  return shown;
}
