import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthHeading } from "#components/account/auth-heading.tsx";
import { LogInForm } from "#components/account/log-in-form.tsx";
import { pathAfterLogIn } from "#components/shell/log-in-path.ts";
import { Notice } from "#components/ui/notice.tsx";
import { findPageOwner } from "#gate/page-owner.ts";
import { isSignUpOpen } from "#lib/owners/register.ts";

export const metadata: Metadata = { title: "Log in" };

type Props = { searchParams: Promise<{ next?: string | string[]; account?: string | string[] }> };

export default async function LogInPage({ searchParams }: Props) {
  const { next: asked, account } = await searchParams;
  const next = pathAfterLogIn(asked);
  if (await findPageOwner()) redirect(next);
  return (
    <>
      <AuthHeading title="Log in">Read what your visitors write.</AuthHeading>
      {account === "deleted" && (
        <div className="mb-6">
          <Notice tone="done">The account is deleted, with everything in it.</Notice>
        </div>
      )}
      {account === "reset" && (
        <div className="mb-6">
          <Notice tone="done">Your password is changed. Log in with the new one.</Notice>
        </div>
      )}
      <LogInForm next={next} />
      <p className="mt-6 text-quiet">
        <a href="/forgot-password" className="font-medium text-accent underline underline-offset-3">
          Forgot your password?
        </a>
      </p>
      {(await isSignUpOpen()) && (
        <p className="mt-2 text-quiet">
          New here?{" "}
          <a href="/signup" className="font-medium text-accent underline underline-offset-3">
            Make an account
          </a>
        </p>
      )}
    </>
  );
}
