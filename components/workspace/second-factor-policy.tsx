"use client";

import { securityCopy } from "#components/catalogs/security.tsx";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { type PolicyProps, RequirementPolicy } from "./requirement-policy.tsx";

/** Shows whether two-factor login is required and who lacks it. */
export function SecondFactorPolicy(props: PolicyProps) {
  return (
    <RequirementPolicy
      {...props}
      labels={workspaceCopy}
      field="secondFactorFrom"
      hasIt={({ secondFactor }) => secondFactor === true}
      first={
        !props.me.secondFactor && (
          <>
            <p className="text-quiet">{workspaceCopy.ownFirst}</p>
            <AppLink href="/settings/account/security" className={buttonClass()}>
              {securityCopy.setItUp}
            </AppLink>
          </>
        )
      }
    />
  );
}
