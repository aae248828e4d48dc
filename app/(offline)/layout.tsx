import type { Viewport } from "next";
import type { ReactNode } from "react";
import { APP_METADATA } from "#components/shell/app-metadata.ts";
import { ReaderProvider } from "#components/time/reader.tsx";
import { readerOfRequest } from "#components/time/reader-of-request.ts";
import { Document } from "#components/ui/document.tsx";

export const metadata = APP_METADATA;

// As in the dashboard.
export const viewport: Viewport = { viewportFit: "cover", interactiveWidget: "resizes-content" };

export default async function OfflineLayout({ children }: { children: ReactNode }) {
  return (
    <Document>
      <ReaderProvider known={await readerOfRequest()}>{children}</ReaderProvider>
    </Document>
  );
}
