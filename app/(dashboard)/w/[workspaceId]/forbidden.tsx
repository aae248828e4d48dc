import type { Metadata } from "next";
import { shellCopy } from "#components/catalogs/shell.ts";
import { LeadPage } from "#components/ui/lead-page.tsx";

export const metadata: Metadata = { title: shellCopy.roleTitle };

/** What a page shows to a role that can't use it. */
export default function Forbidden() {
  return <LeadPage title={shellCopy.roleTitle}>{shellCopy.roleHint}</LeadPage>;
}
