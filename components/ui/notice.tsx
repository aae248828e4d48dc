import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** The result of an action. It's rendered before it has a text, so that screen readers announce the text. */
export function Notice({ tone, children }: { tone: "problem" | "done"; children?: ReactNode }) {
  return (
    <div role={tone === "problem" ? "alert" : "status"} className="contents">
      {children && (
        <p
          className={classNames(
            "rise rounded-lg px-3 py-2",
            tone === "problem" ? "bg-danger-soft text-danger" : "bg-accent-soft text-accent",
          )}
        >
          {children}
        </p>
      )}
    </div>
  );
}
