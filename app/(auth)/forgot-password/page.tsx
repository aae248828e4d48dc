import type { Metadata } from "next";
import { AuthHeading } from "#components/account/auth-heading.tsx";
import { ForgotPasswordForm } from "#components/account/forgot-password-form.tsx";
import { isMailOn } from "#platform/mail/transport.ts";

export const metadata: Metadata = { title: "Forgot your password" };

export default function ForgotPasswordPage() {
  const isOn = isMailOn();
  return (
    <>
      <AuthHeading title="Forgot your password?">
        {isOn ? "A link to a new one comes by e-mail." : "This service sends no mail, so a new one comes another way."}
      </AuthHeading>
      {isOn ? <ForgotPasswordForm /> : <WithoutMail />}
      <p className="mt-6 text-quiet">
        Know it again?{" "}
        <a href="/login" className="font-medium text-accent underline underline-offset-3">
          Log in
        </a>
      </p>
    </>
  );
}

function WithoutMail() {
  return (
    <div className="grid gap-3 text-pretty">
      <p>Whoever runs this service can give you a new password, on the machine that it runs on:</p>
      <p className="rounded-lg bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere">npm run owner -- reset EMAIL</p>
      <p className="text-quiet">EMAIL is the e-mail of your account. The command prints the new password.</p>
    </div>
  );
}
