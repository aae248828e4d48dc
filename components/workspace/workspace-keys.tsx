"use client";

import { ApiKeyList } from "#components/account/api-key-list.tsx";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { personName } from "#lib/people/owners/person-name.ts";
import type { MemberKeyJson } from "#lib/team/api-keys/schema.ts";
import type { MemberJson } from "#lib/team/members/schema.ts";

/** Lists and revokes the API keys of the people the reader may manage, and the reader's own. */
export function WorkspaceKeys({ keys, members }: { keys: readonly MemberKeyJson[]; members: readonly MemberJson[] }) {
  const nameOf = ({ memberId }: MemberKeyJson) => {
    const member = members.find(({ id }) => id === memberId);
    return member ? personName(member) : workspaceCopy.formerTeammate;
  };
  return (
    <ApiKeyList
      label={workspaceCopy.keys}
      none={workspaceCopy.noKeys}
      keys={keys}
      personOf={nameOf}
      pathOf={({ id }) => `/workspace/keys/${id}`}
      hintOf={(key) => workspaceCopy.revokeKeyHint(<bdi className="font-medium">{nameOf(key)}</bdi>)}
    />
  );
}
