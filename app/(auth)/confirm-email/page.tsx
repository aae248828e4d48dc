import type { Metadata } from "next";
import { AuthPage } from "#components/account/auth-page.tsx";
import { ConfirmEmail } from "#components/account/confirm-email.tsx";
import { authCopy } from "#components/catalogs/auth.tsx";

export const metadata: Metadata = { title: authCopy.confirmTitle };

export default function ConfirmEmailPage() {
  return (
    <AuthPage title={authCopy.confirmTitle} hint={authCopy.confirmHint}>
      <ConfirmEmail />
    </AuthPage>
  );
}
