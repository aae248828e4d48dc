import { notFound, redirect } from "next/navigation";
import { requirePagePerson } from "#gate/page-owner.ts";
import { findWorkspaceOfPage } from "#lib/base/access/page-workspace.system.ts";
import { workspacePath } from "#lib/base/access/workspace-path.ts";

const DASHBOARD = /^\/(inbox|waiting|reports|settings)(\/|$)/;

type Props = {
  params: Promise<{ path: string[] }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/**
 * Catches every URL without a page: the not-found page, with status 404. The dashboard's pages without a workspace, as
 * bookmarks, emails and notifications have them, redirect to the same page in its workspace.
 */
export default async function UnknownPage({ params, searchParams }: Props) {
  const path = `/${(await params).path.join("/")}`;
  if (!DASHBOARD.test(path)) notFound();
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(await searchParams)) {
    for (const value of [values ?? []].flat()) query.append(name, value);
  }
  const wanted = query.size > 0 ? `${path}?${query}` : path;
  const person = await requirePagePerson(wanted);
  const workspaceId = await findWorkspaceOfPage(person.userId, path);
  redirect(workspaceId === null ? "/no-workspace" : workspacePath(workspaceId, wanted));
}
