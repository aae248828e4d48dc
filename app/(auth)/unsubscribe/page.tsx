import type { Metadata } from "next";
import { AuthPage } from "#components/account/auth-page.tsx";
import { authCopy } from "#components/catalogs/auth.tsx";
import { Unsubscribe } from "#components/mail/unsubscribe.tsx";

export const metadata: Metadata = { title: authCopy.unsubscribeTitle };

export default function UnsubscribePage() {
  return (
    <AuthPage title={authCopy.unsubscribeTitle} hint={authCopy.unsubscribeHint}>
      <Unsubscribe />
    </AuthPage>
  );
}
