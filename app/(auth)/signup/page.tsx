import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthPage } from "#components/account/auth-page.tsx";
import { LogInHint } from "#components/account/log-in-hint.tsx";
import { SignUpForm } from "#components/account/sign-up-form.tsx";
import { authCopy } from "#components/catalogs/auth.tsx";
import { ContinueWithOidc } from "#components/oidc/continue-with-oidc.tsx";
import { findPagePerson } from "#gate/page-owner.ts";
import { isSignUpOpen } from "#lib/people/owners/register.system.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";

export const metadata: Metadata = { title: authCopy.signUpTitle };

export default async function SignUpPage() {
  if (await findPagePerson()) redirect("/");
  const open = await isSignUpOpen();
  const provider = oidcProvider();
  return (
    <AuthPage
      title={open ? authCopy.signUpTitle : authCopy.signUpClosedTitle}
      hint={open ? authCopy.signUpHint : authCopy.signUpClosedHint}
      isIntroducing
    >
      {open && <SignUpForm />}
      {open && provider && <ContinueWithOidc provider={provider} next="/settings/sites/new" />}
      <LogInHint />
    </AuthPage>
  );
}
