import type { Metadata } from "next";
import { authCopy } from "#components/catalogs/auth.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { Lead } from "#components/ui/lead.tsx";

export const metadata: Metadata = { title: generalCopy.notFoundTitle };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh content-center">
      <Lead
        level={1}
        title={authCopy.notFoundTitle}
        action={
          <a href="/inbox" className={buttonClass("primary")}>
            {generalCopy.openInbox}
          </a>
        }
      >
        {authCopy.notFoundHint}
      </Lead>
    </main>
  );
}
