import type { Metadata } from "next";
import { AuthHeading } from "#components/account/auth-heading.tsx";
import { ConfirmEmail } from "#components/account/confirm-email.tsx";
import { authCopy } from "#components/catalogs/auth.tsx";

export const metadata: Metadata = { title: authCopy.confirmTitle };

export default function ConfirmEmailPage() {
  return (
    <>
      <AuthHeading title={authCopy.confirmTitle}>{authCopy.confirmHint}</AuthHeading>
      <ConfirmEmail />
    </>
  );
}
