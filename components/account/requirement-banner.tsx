import { ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";

/** Says what a workspace requires from a day on, to someone who hasn't set it up. */
export function RequirementBanner({ label, action, children }: { label: string; action: string; children: ReactNode }) {
  return (
    <aside
      aria-label={label}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-sunken px-5 py-2 text-sm"
    >
      <ShieldAlert size={16} aria-hidden className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1 basis-60 text-pretty">{children}</p>
      <AppLink href="/settings/account/security" className={buttonClass()}>
        {action}
      </AppLink>
    </aside>
  );
}
