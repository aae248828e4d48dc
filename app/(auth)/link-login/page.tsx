import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { AuthPage } from "#components/account/auth-page.tsx";
import { logInPath, pathAfterLogIn } from "#components/api/log-in-path.ts";
import { oidcCopy } from "#components/catalogs/oidc.tsx";
import { ConfirmLink } from "#components/oidc/confirm-link.tsx";
import { readPendingLink } from "#gate/oidc-cookies.ts";
import { findPagePerson } from "#gate/page-owner.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";

export const metadata: Metadata = { title: oidcCopy.link };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

/** Where someone comes to who logged in through the provider first, and then with the password of an account that isn't linked. */
export default async function LinkLogInPage({ searchParams }: Props) {
  const next = pathAfterLogIn((await searchParams).next);
  const provider = oidcProvider();
  const pending = readPendingLink((await headers()).get("cookie"));
  if (!provider || !pending) redirect(next);
  if (!(await findPagePerson())) redirect(logInPath(`/link-login?next=${encodeURIComponent(next)}`));
  return (
    <AuthPage title={oidcCopy.linkTitle(provider.name)} hint={oidcCopy.linkExplained(pending.email)}>
      <ConfirmLink provider={provider.name} next={next} />
    </AuthPage>
  );
}
