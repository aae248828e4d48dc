import type { Metadata } from "next";
import { shellCopy } from "#components/catalogs/shell.ts";
import { LeadPage } from "#components/ui/lead-page.tsx";

export const metadata: Metadata = { title: shellCopy.notFoundTitle };

export default function NotFound() {
  return <LeadPage title={shellCopy.notFoundTitle}>{shellCopy.notFoundHint}</LeadPage>;
}
