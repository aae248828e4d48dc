"use client";

import { LogOut } from "lucide-react";
import { useActionState } from "react";
import { useEndSession } from "#components/account/use-log-out.ts";
import { shellCopy } from "#components/catalogs/shell.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";

/** Ends the session, and clears what this browser stored for the owner. */
export function LogOutButton() {
  const { count, endSession } = useEndSession();
  const [words, action, busy] = useActionState(endSession, "");
  return (
    <form action={action} className="grid justify-items-start gap-3">
      {count > 0 && (
        <p role="status" className="text-danger">
          {shellCopy.unsentReplies(count)}
        </p>
      )}
      <Button type="submit" busy={busy}>
        <LogOut size={16} aria-hidden />
        {count > 0 ? shellCopy.logOutAnyway : shellCopy.logOut}
      </Button>
      <Notice tone="problem">{words}</Notice>
    </form>
  );
}
