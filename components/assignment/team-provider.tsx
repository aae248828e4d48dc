"use client";

import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { useLive } from "#components/live/live-provider.tsx";

/** Someone who conversations may be assigned to. */
export type Teammate = { id: string; name: string; email: string; siteIds?: string[]; isAway: boolean };

/** Who's in the workspace. `isShared` says whether anyone else ever was. */
export type Team = { readerId: string; isShared: boolean; claims: boolean; teammates: readonly Teammate[] };

const SOLO: Team = { readerId: "", isShared: false, claims: false, teammates: [] };
const TeamContext = createContext(SOLO);

/** Returns who's in the workspace. */
export const useTeam = () => use(TeamContext);

type MemberJson = {
  id: string;
  name?: string;
  email: string;
  siteIds?: string[];
  availableNow: boolean;
  suspended?: true;
};

const teammateOf = ({ id, name, email, siteIds, availableNow }: MemberJson): Teammate => ({
  id,
  name: name ?? email,
  email,
  ...(siteIds && { siteIds }),
  isAway: !availableNow,
});

/** Keeps the people of the workspace current. */
export function TeamProvider({ known, children }: { known: Team | null; children: ReactNode }) {
  const { inbox, userId } = useLive();
  const [team, setTeam] = useState(known ?? { ...SOLO, readerId: userId });
  const { isShared } = team;

  useEffect(() => {
    const refetch = async () => {
      const result = await callApi<{ members: MemberJson[] }>("/members");
      if (!result.ok) return false;
      const { members } = result.value;
      const teammates = members.filter(({ suspended }) => !suspended).map(teammateOf);
      setTeam((before) => ({ ...before, isShared: before.isShared || members.length > 1, teammates }));
      return true;
    };
    const stopListening = inbox.listen(({ type, data }) => {
      if (type === "settings.updated" && data.about === "members") void refetch();
    });
    const stopAsking = isShared ? inbox.onResync(refetch) : undefined;
    return () => {
      stopListening();
      stopAsking?.();
    };
  }, [inbox, isShared]);

  return <TeamContext value={team}>{children}</TeamContext>;
}

/** Returns a function that names the people of the workspace. `missing` is what others are called. */
export function useNameOf(missing = assignmentCopy.formerTeammate): (userId: string) => string {
  const { teammates } = useTeam();
  return (userId) => teammates.find(({ id }) => id === userId)?.name ?? missing;
}
