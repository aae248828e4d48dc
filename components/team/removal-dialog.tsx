"use client";

import { useEffect, useState } from "react";
import type { z } from "zod";
import { callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { teamCopy } from "#components/catalogs/team.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { personName } from "#lib/people/owners/person-name.ts";
import type { MemberJson, RemovalJson, RemovalResponse } from "#lib/team/members/schema.ts";

/** What ends someone's access: another person's or one's own. */
export type Ending = "remove" | "suspend" | "leave";

type Props = {
  member: MemberJson;
  how: Ending;
  workspaceName: string;
  onDone: (words: string) => void;
  onClose: () => void;
};

/** Confirms that someone loses their access, and lists the consequences. */
export function RemovalDialog({ member, how, workspaceName, onDone, onClose }: Props) {
  const name = personName(member);
  const [removal, setRemoval] = useState<RemovalJson>();
  const [problem, setProblem] = useState("");

  useEffect(() => {
    void callApi<z.infer<typeof RemovalResponse>>(`/members/${member.id}/removal`).then((result) => {
      if (result.ok) setRemoval(result.value.removal);
      else setProblem(result.problem.words);
    });
  }, [member.id]);

  const words = {
    remove: {
      title: teamCopy.removeTitle(<bdi>{name}</bdi>),
      action: teamCopy.removeAction(name),
      done: teamCopy.removed(name),
      hint: undefined,
    },
    suspend: {
      title: teamCopy.suspendTitle(<bdi>{name}</bdi>),
      action: teamCopy.suspend,
      done: teamCopy.suspendedNow(name),
      hint: teamCopy.suspendHint(name),
    },
    leave: {
      title: teamCopy.leaveTitle(<bdi>{workspaceName}</bdi>),
      action: teamCopy.leave,
      done: "",
      hint: teamCopy.leaveHint,
    },
  }[how];

  const refusal = ({ code, words: said }: ApiProblem) =>
    code === "last_owner" ? teamCopy.lastOwner(workspaceName) : code === "not_permitted" ? teamCopy.notPermitted : said;

  const confirm = async () => {
    const path = `/members/${member.id}`;
    const result =
      how === "suspend"
        ? await callApi(path, { method: "PATCH", body: { suspended: true } })
        : await callApi(path, { method: "DELETE" });
    // A missing member was removed already.
    if (!result.ok && result.problem.code !== "not_found") return refusal(result.problem);
    onDone(words.done);
    return undefined;
  };

  return (
    <ConfirmDialog title={words.title} action={words.action} onConfirm={confirm} onClose={onClose}>
      {words.hint && <p>{words.hint}</p>}
      <div role="status" className="mt-2">
        {removal ? (
          <ul className="list-disc ps-5">
            {effectsOf(removal, how).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        ) : (
          <p>{problem || <span className="late">{teamCopy.counting}</span>}</p>
        )}
      </div>
    </ConfirmDialog>
  );
}

function effectsOf(removal: RemovalJson, how: Ending): string[] {
  const { openConversations, apiKeys, invitations, savedReplies, scheduledReplies, endsSessions } = removal;
  const { effects } = teamCopy;
  const isSuspended = how === "suspend";
  return [
    openConversations > 0 && effects.conversations(openConversations),
    apiKeys > 0 && (isSuspended ? effects.keysPause(apiKeys) : effects.keys(apiKeys)),
    invitations > 0 && effects.invitations(invitations),
    savedReplies > 0 && !isSuspended && effects.savedReplies(savedReplies),
    scheduledReplies > 0 && effects.scheduledReplies(scheduledReplies),
    endsSessions && (how === "leave" ? effects.youLogOut : effects.loggedOut),
    !isSuspended && how !== "leave" && effects.nameStays,
  ].filter((effect) => effect !== false);
}
