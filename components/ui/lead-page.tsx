import type { ReactNode } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { AppLink } from "./app-link.tsx";
import { buttonClass } from "./button.tsx";
import { Lead } from "./lead.tsx";
import { MAIN_ID } from "./skip-link.tsx";

type Props = { title: string; back?: string; children: ReactNode };

/** Takes the place of a page that can't be shown: why, and the way back to the inbox. */
export function LeadPage({ title, back = generalCopy.openInbox, children }: Props) {
  return (
    <main id={MAIN_ID} className="grid min-h-0 flex-1 content-center overflow-y-auto">
      <Lead
        level={1}
        title={title}
        action={
          <AppLink href="/inbox" className={buttonClass("primary")}>
            {back}
          </AppLink>
        }
      >
        {children}
      </Lead>
    </main>
  );
}
