import type { Metadata } from "next";
import { generalCopy } from "#components/catalogs/general.ts";
import { shellCopy } from "#components/catalogs/shell.ts";
import { MAIN_ID } from "#components/shell/skip-link.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Lead } from "#components/ui/lead.tsx";

export const metadata: Metadata = { title: shellCopy.roleTitle };

/** What a page shows to a role that can't use it. */
export default function Forbidden() {
  return (
    <main id={MAIN_ID} className="grid min-h-0 flex-1 content-center overflow-y-auto">
      <Lead
        level={1}
        title={shellCopy.roleTitle}
        action={
          <AppLink href="/inbox" className={buttonClass("primary")}>
            {generalCopy.openInbox}
          </AppLink>
        }
      >
        {shellCopy.roleHint}
      </Lead>
    </main>
  );
}
