import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { Document } from "#components/ui/document.tsx";

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
