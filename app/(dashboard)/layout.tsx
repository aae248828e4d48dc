import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Rail } from "#components/shell/rail.tsx";
import { RenewSession } from "#components/shell/renew-session.tsx";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { ReaderProvider } from "#components/time/reader.tsx";
import { readerOfRequest } from "#components/time/reader-of-request.ts";
import { Document } from "#components/ui/document.tsx";
import { isSessionOld } from "#lib/auth/page-owner.ts";

export const metadata: Metadata = {
  title: { default: "Site Inbox", template: "%s · Site Inbox" },
  robots: { index: false },
};

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Document>
      <SkipLink />
      <ReaderProvider known={await readerOfRequest()}>
        <div className="flex h-dvh flex-col md:flex-row">
          <Rail />
          {children}
        </div>
      </ReaderProvider>
      {(await isSessionOld()) && <RenewSession />}
    </Document>
  );
}
