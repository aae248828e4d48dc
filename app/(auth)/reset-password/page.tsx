import type { Metadata } from "next";
import { AuthHeading } from "#components/account/auth-heading.tsx";
import { ResetPasswordForm } from "#components/account/reset-password-form.tsx";

export const metadata: Metadata = { title: "Choose a new password" };

export default function ResetPasswordPage() {
  return (
    <>
      <AuthHeading title="Choose a new password">It logs you out everywhere else.</AuthHeading>
      <ResetPasswordForm />
    </>
  );
}
