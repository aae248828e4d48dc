import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthHeading } from "#components/account/auth-heading.tsx";
import { SignUpForm } from "#components/account/sign-up-form.tsx";
import { findPageOwner } from "#gate/page-owner.ts";
import { isSignUpOpen } from "#lib/owners/register.ts";

export const metadata: Metadata = { title: "Make an account" };

export default async function SignUpPage() {
  if (await findPageOwner()) redirect("/inbox");
  const open = await isSignUpOpen();
  return (
    <>
      <AuthHeading title={open ? "Make an account" : "New accounts are not accepted here"}>
        {open ? "One inbox for the messages of all your sites." : "Ask whoever runs this service for an account."}
      </AuthHeading>
      {open && <SignUpForm />}
      <p className="mt-6 text-quiet">
        {open ? "Have an account already? " : "Have one already? "}
        <a href="/login" className="font-medium text-accent underline underline-offset-3">
          Log in
        </a>
      </p>
    </>
  );
}
