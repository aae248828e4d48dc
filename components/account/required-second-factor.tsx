"use client";

import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { shellCopy } from "#components/catalogs/shell.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondFactorSetup } from "./second-factor-setup.tsx";

/** Sets up two-factor login for someone who can't open their workspace without it. */
export function RequiredSecondFactor({ email }: { email: string }) {
  const [codes, setCodes] = useState<string[] | undefined>(undefined);
  if (codes) return <RecoveryCodes codes={codes} onSaved={() => location.assign("/")} />;
  const logOut = async () => {
    await callApi("/auth/logout", { method: "POST" });
    location.assign("/login");
  };
  return <SecondFactorSetup email={email} onDone={setCodes} onCancel={logOut} cancel={shellCopy.logOut} />;
}
