import type { Metadata } from "next";
import { AuthPage } from "#components/account/auth-page.tsx";
import { ConfirmEmail } from "#components/account/confirm-email.tsx";
import { authCopy } from "#components/catalogs/auth.tsx";

export const metadata: Metadata = { title: authCopy.confirmTitle };

type Props = { searchParams: Promise<{ join?: string | string[] }> };

export default async function ConfirmEmailPage({ searchParams }: Props) {
  const joins = (await searchParams).join !== undefined;
  return (
    <AuthPage title={authCopy.confirmTitle} hint={joins ? authCopy.confirmToJoin : authCopy.confirmHint}>
      <ConfirmEmail />
    </AuthPage>
  );
}
