import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert } from "lucide-react";
import { statusCopy } from "#components/catalogs/status.tsx";
import type { StatusCheckJson } from "#lib/notify/status/schema.ts";

const ICONS = {
  failing: { icon: CircleAlert, className: "text-danger" },
  warning: { icon: TriangleAlert, className: "text-note-ink" },
  good: { icon: CircleCheck, className: "text-accent" },
  off: { icon: CircleMinus, className: "text-quiet" },
};

/** What a check found, as an icon with its name. */
export function StateIcon({ state }: { state: StatusCheckJson["state"] }) {
  const { icon: Icon, className } = ICONS[state];
  return <Icon size={20} aria-label={statusCopy.states[state]} role="img" className={`mt-0.5 shrink-0 ${className}`} />;
}
