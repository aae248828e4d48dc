import type { Metadata } from "next";
import { AuthHeading } from "#components/account/auth-heading.tsx";
import { ForgotPasswordForm } from "#components/account/forgot-password-form.tsx";
import { authCopy } from "#components/catalogs/auth.tsx";
import { isMailOn } from "#platform/mail/transport.ts";

export const metadata: Metadata = { title: authCopy.forgotTitle };

export default function ForgotPasswordPage() {
  const isOn = isMailOn();
  return (
    <>
      <AuthHeading title={authCopy.forgotTitle}>{isOn ? authCopy.forgotHint : authCopy.forgotNoMailHint}</AuthHeading>
      {isOn ? <ForgotPasswordForm /> : <WithoutMail />}
      <p className="mt-6 text-quiet">
        {authCopy.remembered((label) => (
          <a href="/login" className="font-medium text-accent underline underline-offset-3">
            {label}
          </a>
        ))}
      </p>
    </>
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
