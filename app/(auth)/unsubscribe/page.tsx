import type { Metadata } from "next";
import { AuthHeading } from "#components/account/auth-heading.tsx";
import { authCopy } from "#components/catalogs/auth.tsx";
import { Unsubscribe } from "#components/mail/unsubscribe.tsx";

export const metadata: Metadata = { title: authCopy.unsubscribeTitle };

export default function UnsubscribePage() {
  return (
    <>
      <AuthHeading title={authCopy.unsubscribeTitle}>{authCopy.unsubscribeHint}</AuthHeading>
      <Unsubscribe />
    </>
  );
}
