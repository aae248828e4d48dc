import type { Metadata } from "next";
import type { ReactNode } from "react";
import { chatCopy } from "#components/catalogs/chat.tsx";
import { Document } from "#components/ui/document.tsx";
import { NeedsJavaScript } from "#components/ui/needs-javascript.tsx";

export const metadata: Metadata = { title: chatCopy.title, robots: { index: false } };

export default function ChatLayout({ children }: { children: ReactNode }) {
  return (
    <Document>
      <NeedsJavaScript />
      {children}
    </Document>
  );
}
