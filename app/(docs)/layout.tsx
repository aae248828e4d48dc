import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Document } from "#components/ui/document.tsx";
import { SkipLink } from "#components/ui/skip-link.tsx";

export const metadata: Metadata = {
  title: { default: "Site Inbox", template: "%s · Site Inbox" },
  robots: { index: false },
};

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <Document>
      <SkipLink />
      {children}
    </Document>
  );
}
