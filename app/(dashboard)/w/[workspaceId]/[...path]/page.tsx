import { notFound } from "next/navigation";
import { requirePageOwner } from "#gate/page-owner.ts";

/** Catches every address in a workspace without a page: the not-found page, with the navigation around it. */
export default async function UnknownPage({ params }: { params: Promise<{ workspaceId: string; path: string[] }> }) {
  const { path } = await params;
  await requirePageOwner(params, `/${path.join("/")}`);
  notFound();
}
