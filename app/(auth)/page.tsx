import { redirect } from "next/navigation";
import { findPageOwner } from "#gate/page-owner.ts";
import { isFirstVisit } from "#lib/owners/register.system.ts";

/** Redirects to where the caller can do something. */
export default async function StartPage() {
  if (await findPageOwner()) return redirect("/inbox");
  return redirect((await isFirstVisit()) ? "/signup" : "/login");
}
