import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthPage } from "#components/account/auth-page.tsx";
import { OtherWorkspaces } from "#components/account/other-workspaces.tsx";
import { oidcCopy } from "#components/catalogs/oidc.tsx";
import { shellCopy } from "#components/catalogs/shell.ts";
import { ContinueWithOidc } from "#components/oidc/continue-with-oidc.tsx";
import { OidcLink } from "#components/oidc/oidc-link.tsx";
import { LogOut } from "#components/workspace/new-workspace.tsx";
import { requirePagePerson } from "#gate/page-owner.ts";
import { toOidcLinkJson } from "#lib/people/oidc/json.ts";
import { getOidcLink } from "#lib/people/oidc/queries.ts";
import { getAccount } from "#lib/people/owners/queries.ts";
import { listRequiringWorkspaces } from "#lib/people/second-factor/queries.ts";
import { listWorkspaces } from "#lib/people/workspaces/queries.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";

export const metadata: Metadata = { title: oidcCopy.bannerLabel };

type Props = { searchParams: Promise<{ oidc?: string | string[] }> };

/** Where someone is sent who opens a workspace that requires the login provider, and hasn't logged in through it. */
export default async function RequiredLogInPage({ searchParams }: Props) {
  const person = await requirePagePerson("/required-login");
  const provider = oidcProvider();
  const [{ email }, link, requirements, workspaces, { oidc: said }] = await Promise.all([
    getAccount(person),
    provider && getOidcLink(person),
    listRequiringWorkspaces(person, "provider"),
    listWorkspaces(person),
    searchParams,
  ]);
  const due = requirements.filter(({ isDue }) => isDue);
  const [requiring] = due;
  if (!requiring || link?.isCurrent) redirect("/");
  const { workspaceName } = requiring;
  const open = workspaces.filter(({ id, isSuspended }) => !isSuspended && !due.some((one) => one.id === id));
  const elsewhere = (
    <>
      <OtherWorkspaces workspaces={open} />
      <LogOut label={shellCopy.logOut} />
    </>
  );
  if (!provider || !link) {
    return (
      <AuthPage title={oidcCopy.requiredTitleWithout(workspaceName)} hint={oidcCopy.noProvider}>
        {elsewhere}
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={oidcCopy.requiredTitle(workspaceName, provider.name)}
      hint={link.identity ? oidcCopy.requiredHint(provider.name) : oidcCopy.linkFirst}
    >
      {link.identity ? (
        <ContinueWithOidc isAlone provider={provider} next="/" />
      ) : (
        <OidcLink email={email} provider={provider} link={toOidcLinkJson(provider.name, link)} said={said} />
      )}
      {elsewhere}
    </AuthPage>
  );
}
