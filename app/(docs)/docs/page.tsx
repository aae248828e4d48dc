import type { Metadata } from "next";
import { docsCopy } from "#components/catalogs/docs.tsx";
import { Reference } from "#components/docs/reference.tsx";
import { env } from "#platform/env.ts";
import { builtDocument } from "#routes/document/built-document.ts";

export const metadata: Metadata = { title: docsCopy.title };
// Its scripts carry a new nonce each time.
export const dynamic = "force-dynamic";

export default function DocsPage() {
  return <Reference document={builtDocument().document} baseUrl={env().BASE_URL} />;
}
