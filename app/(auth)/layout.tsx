import type { ReactNode } from "react";
import { APP_METADATA } from "#components/shell/app-metadata.ts";
import { ReaderProvider } from "#components/time/reader.tsx";
import { readerOfRequest } from "#components/time/reader-of-request.ts";
import { Document } from "#components/ui/document.tsx";
import { NeedsJavaScript } from "#components/ui/needs-javascript.tsx";

export const metadata = APP_METADATA;

export default async function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <Document>
      <NeedsJavaScript />
      <ReaderProvider known={await readerOfRequest()}>{children}</ReaderProvider>
    </Document>
  );
}
