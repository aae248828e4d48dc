import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthPage } from "#components/account/auth-page.tsx";
import { LogInForm } from "#components/account/log-in-form.tsx";
import { authCopy } from "#components/catalogs/auth.tsx";
import { ForgetOffline } from "#components/offline/forget-offline.tsx";
import { pathAfterLogIn } from "#components/shell/log-in-path.ts";
import { Notice } from "#components/ui/notice.tsx";
import { findPagePerson } from "#gate/page-owner.ts";
import { isSignUpOpen } from "#lib/owners/register.system.ts";

export const metadata: Metadata = { title: authCopy.logInTitle };

type Props = { searchParams: Promise<{ next?: string | string[]; account?: string | string[] }> };

export default async function LogInPage({ searchParams }: Props) {
  const { next: asked, account } = await searchParams;
  const next = pathAfterLogIn(asked);
  if (await findPagePerson()) redirect(next);
  return (
    <AuthPage title={authCopy.logInTitle} hint={authCopy.logInHint} isIntroducing>
      {account === "deleted" && (
        <div className="mb-6">
          <Notice tone="done">{authCopy.accountDeleted}</Notice>
        </div>
      )}
      {account === "reset" && (
        <div className="mb-6">
          <Notice tone="done">{authCopy.passwordChanged}</Notice>
        </div>
      )}
      {account === "ended" && (
        <div className="mb-6">
          <Notice tone="done">{authCopy.sessionEnded}</Notice>
        </div>
      )}
      <LogInForm next={next} />
      <ForgetOffline />
      <p className="mt-6 text-quiet">
        <a href="/forgot-password" className="font-medium text-accent underline underline-offset-3">
          {authCopy.forgotPassword}
        </a>
      </p>
      {(await isSignUpOpen()) && (
        <p className="mt-2 text-quiet">
          {authCopy.newHere((label) => (
            <a href="/signup" className="font-medium text-accent underline underline-offset-3">
              {label}
            </a>
          ))}
        </p>
      )}
    </AuthPage>
  );
}
