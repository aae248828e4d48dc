import type { Metadata } from "next";
import { AuthHeading } from "#components/account/auth-heading.tsx";
import { ConfirmEmail } from "#components/account/confirm-email.tsx";

export const metadata: Metadata = { title: "Confirm your e-mail" };

export default function ConfirmEmailPage() {
  return (
    <>
      <AuthHeading title="Confirm your e-mail">So that messages which nobody has seen reach you there.</AuthHeading>
      <ConfirmEmail />
    </>
  );
}
