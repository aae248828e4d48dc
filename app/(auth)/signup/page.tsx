import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthHeading } from "#components/account/auth-heading.tsx";
import { SignUpForm } from "#components/account/sign-up-form.tsx";
import { authCopy } from "#components/catalogs/auth.tsx";
import { findPageOwner } from "#gate/page-owner.ts";
import { isSignUpOpen } from "#lib/owners/register.system.ts";

export const metadata: Metadata = { title: authCopy.signUpTitle };

export default async function SignUpPage() {
  if (await findPageOwner()) redirect("/inbox");
  const open = await isSignUpOpen();
  return (
    <>
      <AuthHeading title={open ? authCopy.signUpTitle : authCopy.signUpClosedTitle}>
        {open ? authCopy.signUpHint : authCopy.signUpClosedHint}
      </AuthHeading>
      {open && <SignUpForm />}
      <p className="mt-6 text-quiet">
        {authCopy.haveAccount((label) => (
          <a href="/login" className="font-medium text-accent underline underline-offset-3">
            {label}
          </a>
        ))}
      </p>
    </>
  );
}
