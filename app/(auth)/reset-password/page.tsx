import type { Metadata } from "next";
import { AuthHeading } from "#components/account/auth-heading.tsx";
import { ResetPasswordForm } from "#components/account/reset-password-form.tsx";
import { authCopy } from "#components/catalogs/auth.tsx";

export const metadata: Metadata = { title: authCopy.resetTitle };

export default function ResetPasswordPage() {
  return (
    <>
      <AuthHeading title={authCopy.resetTitle}>{authCopy.resetHint}</AuthHeading>
      <ResetPasswordForm />
    </>
  );
}
