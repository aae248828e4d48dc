import { redirect } from "next/navigation";
import { findPageOwner } from "#lib/auth/page-owner.ts";

/** The address itself leads to where its caller can do something. */
export default async function StartPage() {
  return redirect((await findPageOwner()) ? "/inbox" : "/login");
}
