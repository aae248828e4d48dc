import type { ReactNode } from "react";
import type { Finding } from "#lib/notify/status/schema.ts";
import { StateIcon } from "./state-icon.tsx";

type Row = Pick<Finding, "state" | "says"> & { key: string; title: ReactNode; todo: string | null; more?: ReactNode };

/** What was found, with what to do about it. */
export function FindingRows({ label, rows }: { label: string; rows: readonly Row[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line">
      {rows.map(({ key, title, state, says, todo, more }) => (
        <li key={key} className="flex gap-3 px-4 py-3">
          <StateIcon state={state} />
          <div className="min-w-0 flex-1 wrap-anywhere">
            <p className="font-medium">{title}</p>
            <p className="text-pretty">{says}</p>
            {todo && <p className="mt-0.5 text-pretty text-quiet">{todo}</p>}
            {more && <p className="mt-0.5 text-sm text-quiet">{more}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
