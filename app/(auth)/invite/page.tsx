import type { Metadata } from "next";
import { AuthPage } from "#components/account/auth-page.tsx";
import { invitationCopy } from "#components/catalogs/invitation.tsx";
import { Invitation } from "#components/invitation/invitation.tsx";
import { findPagePerson } from "#gate/page-owner.ts";
import { getAccount } from "#lib/owners/queries.ts";

export const metadata: Metadata = { title: invitationCopy.title };

export default async function InvitePage() {
  const person = await findPagePerson();
  const account = person && (await getAccount(person));
  return (
    <AuthPage>
      <Invitation myEmail={account?.email} />
    </AuthPage>
  );
}
