import { redirect } from "next/navigation";
import { findPageOwner, findPagePerson } from "#gate/page-owner.ts";
import { workspacePath } from "#lib/base/access/workspace-path.ts";
import { isFirstVisit } from "#lib/people/owners/register.system.ts";

/** Redirects to where the caller can do something. */
export default async function StartPage() {
  const owner = await findPageOwner();
  if (owner) return redirect(workspacePath(owner.workspaceId, "/inbox"));
  if (await findPagePerson()) return redirect("/no-workspace");
  return redirect((await isFirstVisit()) ? "/signup" : "/login");
}
