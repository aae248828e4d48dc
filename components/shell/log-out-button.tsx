"use client";

import { LogOut } from "lucide-react";
import { useActionState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";

async function logOut(): Promise<string> {
  const answer = await callApi("/auth/logout", { method: "POST" });
  if (!answer.ok) return answer.problem.words;
  location.assign("/login");
  return "";
}

export function LogOutButton() {
  const [words, action, busy] = useActionState(logOut, "");
  return (
    <form action={action} className="grid justify-items-start gap-3">
      <Button type="submit" busy={busy}>
        <LogOut size={16} aria-hidden />
        Log out
      </Button>
      <Notice tone="problem">{words}</Notice>
    </form>
  );
}
