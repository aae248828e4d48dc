import type { Metadata } from "next";
import { AuthPage } from "#components/account/auth-page.tsx";
import { invitationCopy } from "#components/catalogs/invitation.tsx";
import { Invitation } from "#components/invitation/invitation.tsx";
import { oidcProblem } from "#components/oidc/oidc-words.ts";
import { Notice } from "#components/ui/notice.tsx";
import { findPagePerson } from "#gate/page-owner.ts";
import { getAccount } from "#lib/people/owners/queries.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";

export const metadata: Metadata = { title: invitationCopy.title };

type Props = { searchParams: Promise<{ oidc?: string | string[] }> };

export default async function InvitePage({ searchParams }: Props) {
  const person = await findPagePerson();
  const account = person && (await getAccount(person));
  const provider = oidcProvider();
  const problem = provider && oidcProblem((await searchParams).oidc, provider.name);
  return (
    <AuthPage>
      {problem && (
        <div className="mb-6">
          <Notice tone="problem">{problem}</Notice>
        </div>
      )}
      <Invitation myEmail={account?.email} provider={provider} />
    </AuthPage>
  );
}
