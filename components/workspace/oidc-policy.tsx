"use client";

import { oidcCopy } from "#components/catalogs/oidc.tsx";
import { ContinueWithOidc } from "#components/oidc/continue-with-oidc.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { useWorkspacePath } from "#components/ui/workspace.ts";
import type { OidcProvider } from "#platform/oidc/provider.ts";
import { type PolicyProps, RequirementPolicy } from "./requirement-policy.tsx";

type Props = PolicyProps & {
  /** Null if the operator has removed it since. */
  provider: Pick<OidcProvider, "name" | "host"> | null;
  /** Whether the reader is logged in through it. */
  isCurrent: boolean;
};

/** Shows whether the login provider is required and who hasn't linked their account with it. */
export function OidcPolicy({ provider, isCurrent, ...props }: Props) {
  const { policy } = oidcCopy;
  const name = provider?.name ?? "";
  const labels = {
    ...policy,
    require: policy.require(name),
    requireQuestion: policy.requireQuestion(name),
    requireHint: policy.requireHint(name),
    ownFirst: policy.ownFirst(name),
    required: policy.required(name),
    stopQuestion: policy.stopQuestion(name),
    stopped: policy.stopped(name),
  };
  return (
    <RequirementPolicy
      {...props}
      labels={labels}
      field="oidcFrom"
      hasIt={({ linked }) => linked === true}
      first={!isCurrent && <First provider={provider} isLinked={props.me.linked === true} />}
    />
  );
}

function First({ provider, isLinked }: Pick<Props, "provider"> & { isLinked: boolean }) {
  const toPath = useWorkspacePath();
  if (!provider) return <p className="text-quiet">{oidcCopy.noProvider}</p>;
  return (
    <>
      <p className="text-quiet">{oidcCopy.policy.ownFirst(provider.name)}</p>
      {isLinked ? (
        <ContinueWithOidc isAlone provider={provider} next={toPath("/settings/security")} />
      ) : (
        <AppLink href="/settings/account/security" className={buttonClass()}>
          {oidcCopy.link}
        </AppLink>
      )}
    </>
  );
}
