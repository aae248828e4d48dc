"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { ApiKeyList } from "#components/account/api-key-list.tsx";
import { callApi } from "#components/api/call-api.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { memberName } from "#components/team/member-name.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { MemberKeyJson } from "#lib/api-keys/schema.ts";
import type { MemberJson } from "#lib/members/schema.ts";

/** Lists and revokes the API keys of the people the reader may manage, and the reader's own. */
export function WorkspaceKeys({ keys, members }: { keys: readonly MemberKeyJson[]; members: readonly MemberJson[] }) {
  const router = useRouter();
  const list = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState<MemberKeyJson>();
  const [done, setDone] = useState<string>();
  const nameOf = ({ memberId }: MemberKeyJson) => {
    const member = members.find(({ id }) => id === memberId);
    return member ? memberName(member) : workspaceCopy.formerTeammate;
  };
  const revoke = async (key: MemberKeyJson) => {
    const result = await callApi(`/workspace/keys/${key.id}`, { method: "DELETE" });
    // A missing key was revoked already.
    if (!result.ok && result.problem.code !== "not_found") return result.problem.words;
    setAsking(undefined);
    setDone(accountCopy.keyRevoked(key.name));
    router.refresh();
    list.current?.focus();
    return undefined;
  };
  return (
    <div
      ref={list}
      tabIndex={-1}
      className="grid gap-4 rounded-lg *:min-w-0 focus:outline-none focus-visible:outline-2"
    >
      <ApiKeyList
        label={workspaceCopy.keys}
        none={workspaceCopy.noKeys}
        keys={keys}
        personOf={nameOf}
        onRevoke={setAsking}
      />
      <Notice tone="done">{done}</Notice>
      {asking && (
        <ConfirmDialog
          title={accountCopy.revokeKeyTitle(<bdi>{asking.name}</bdi>)}
          action={accountCopy.revokeKeyAction}
          onConfirm={() => revoke(asking)}
          onClose={() => setAsking(undefined)}
        >
          {workspaceCopy.revokeKeyHint(<bdi className="font-medium">{nameOf(asking)}</bdi>)}
        </ConfirmDialog>
      )}
    </div>
  );
}
