import type { Metadata } from "next";
import { MAIN_ID } from "#components/shell/skip-link.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Lead } from "#components/ui/lead.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main id={MAIN_ID} className="grid min-h-0 flex-1 content-center overflow-y-auto">
      <Lead
        level={1}
        title="This is not here"
        action={
          <AppLink href="/inbox" className={buttonClass("primary")}>
            Go to the inbox
          </AppLink>
        }
      >
        It may have been deleted, or it belongs to another account.
      </Lead>
    </main>
  );
}
