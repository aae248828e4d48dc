import type { Metadata } from "next";
import { AuthPage } from "#components/account/auth-page.tsx";
import { ForgotPasswordForm } from "#components/account/forgot-password-form.tsx";
import { authCopy } from "#components/catalogs/auth.tsx";
import { isMailOn } from "#platform/mail/transport.ts";

export const metadata: Metadata = { title: authCopy.forgotTitle };

export default function ForgotPasswordPage() {
  const isOn = isMailOn();
  return (
    <AuthPage title={authCopy.forgotTitle} hint={isOn ? authCopy.forgotHint : authCopy.forgotNoMailHint}>
      {isOn ? <ForgotPasswordForm /> : <WithoutMail />}
      <p className="mt-6 text-quiet">
        {authCopy.remembered((label) => (
          <a href="/login" className="font-medium text-accent underline underline-offset-3">
            {label}
          </a>
        ))}
      </p>
    </AuthPage>
  );
}

function WithoutMail() {
  return (
    <div className="grid gap-3 text-pretty">
      <p>{authCopy.resetOnServer}</p>
      <pre className="rounded-lg bg-sunken px-3 py-2 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
        npm run owner -- reset EMAIL
      </pre>
      <p className="text-quiet">{authCopy.resetOnServerHint}</p>
    </div>
  );
}
