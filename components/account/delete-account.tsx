"use client";

import { useState } from "react";
import { accountCopy } from "#components/catalogs/account.tsx";
import { Button } from "#components/ui/button.tsx";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";

export function DeleteAccount({ email }: { email: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <span className="text-danger">{accountCopy.deleteAccount}</span>
      </Button>
      {asking && <DeleteAccountDialog email={email} onClose={() => setAsking(false)} />}
    </>
  );
}
