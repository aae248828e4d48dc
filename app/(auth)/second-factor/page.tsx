import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthPage } from "#components/account/auth-page.tsx";
import { OtherWorkspaces } from "#components/account/other-workspaces.tsx";
import { RequiredSecondFactor } from "#components/account/required-second-factor.tsx";
import { securityCopy } from "#components/catalogs/security.tsx";
import { requirePagePerson } from "#gate/page-owner.ts";
import { getAccount } from "#lib/people/owners/queries.ts";
import { getSecondFactor, listRequiringWorkspaces } from "#lib/people/second-factor/queries.ts";
import { listWorkspaces } from "#lib/people/workspaces/queries.ts";

export const metadata: Metadata = { title: securityCopy.title };

/** Where someone is sent who opens a workspace that requires two-factor login, and hasn't set it up. */
export default async function SecondFactorPage() {
  const person = await requirePagePerson("/second-factor");
  const [{ email }, state, requirements, workspaces] = await Promise.all([
    getAccount(person),
    getSecondFactor(person),
    listRequiringWorkspaces(person),
    listWorkspaces(person),
  ]);
  const due = requirements.filter(({ isDue }) => isDue);
  const [requiring] = due;
  if (state.since || !requiring) redirect("/");
  const open = workspaces.filter(({ id, isSuspended }) => !isSuspended && !due.some((one) => one.id === id));
  return (
    <AuthPage title={securityCopy.requiredTitle(requiring.workspaceName)} hint={securityCopy.requiredHint}>
      <RequiredSecondFactor email={email} />
      <OtherWorkspaces workspaces={open} />
    </AuthPage>
  );
}
