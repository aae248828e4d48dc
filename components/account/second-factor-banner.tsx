import { ShieldAlert } from "lucide-react";
import { securityCopy } from "#components/catalogs/security.tsx";
import { Moment } from "#components/time/moment.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";

/** Says from when a workspace requires two-factor login, to someone who hasn't set it up. */
export function SecondFactorBanner({ workspaceName, from }: { workspaceName: string; from: string }) {
  return (
    <aside
      aria-label={securityCopy.bannerLabel}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-sunken px-5 py-2 text-sm"
    >
      <ShieldAlert size={16} aria-hidden className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1 basis-60 text-pretty">
        {securityCopy.required(<bdi className="font-medium">{workspaceName}</bdi>, <Moment at={from} form="until" />)}
      </p>
      <AppLink href="/settings/account/security" className={buttonClass()}>
        {securityCopy.setItUp}
      </AppLink>
    </aside>
  );
}
