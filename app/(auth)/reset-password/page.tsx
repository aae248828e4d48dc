import type { Metadata } from "next";
import { AuthPage } from "#components/account/auth-page.tsx";
import { ResetPasswordForm } from "#components/account/reset-password-form.tsx";
import { authCopy } from "#components/catalogs/auth.tsx";

export const metadata: Metadata = { title: authCopy.resetTitle };

export default function ResetPasswordPage() {
  return (
    <AuthPage title={authCopy.resetTitle} hint={authCopy.resetHint}>
      <ResetPasswordForm />
    </AuthPage>
  );
}
