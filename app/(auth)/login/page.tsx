import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthPage } from "#components/account/auth-page.tsx";
import { LogInForm } from "#components/account/log-in-form.tsx";
import { pathAfterLogIn } from "#components/api/log-in-path.ts";
import { authCopy } from "#components/catalogs/auth.tsx";
import { ForgetOffline } from "#components/offline/forget-offline.tsx";
import { ContinueWithOidc } from "#components/oidc/continue-with-oidc.tsx";
import { oidcProblem } from "#components/oidc/oidc-words.ts";
import { LogInWithPasskey } from "#components/passkeys/log-in-with-passkey.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { findPagePerson } from "#gate/page-owner.ts";
import { isSignUpOpen } from "#lib/people/owners/register.system.ts";
import { relyingParty } from "#lib/people/passkeys/relying-party.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";

export const metadata: Metadata = { title: authCopy.logInTitle };

type Said = string | string[];
type Props = { searchParams: Promise<{ next?: Said; account?: Said; oidc?: Said }> };

export default async function LogInPage({ searchParams }: Props) {
  const { next: asked, account, oidc } = await searchParams;
  const next = pathAfterLogIn(asked);
  const person = await findPagePerson();
  // A login at the provider isn't over yet, or was refused.
  const isBack = oidc !== undefined;
  if (person && !isBack) redirect(next);
  const provider = oidcProvider();
  const party = relyingParty();
  const problem = provider && oidcProblem(oidc, provider.name);
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
      {problem && (
        <div className="mb-6">
          <Notice tone="problem">{problem}</Notice>
        </div>
      )}
      <LogInForm next={next} />
      {party && <LogInWithPasskey origin={party.origin} next={next} />}
      {provider && oidc !== "known" && <ContinueWithOidc provider={provider} next={next} />}
      {!person && <ForgetOffline />}
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
