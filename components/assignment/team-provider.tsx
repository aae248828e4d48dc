"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, use, useEffect } from "react";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import type { MemberJson } from "#lib/team/members/schema.ts";

/** Someone who conversations may be assigned to. */
export type Teammate = { id: string; name: string; email: string; siteIds?: string[] } & Pick<
  MemberJson,
  "available" | "schedule" | "photoUrl"
>;

/** Who's in the workspace. `isShared` says whether anyone else ever was. */
export type Team = {
  readerId: string;
  isShared: boolean;
  claims: boolean;
  teammates: readonly Teammate[];
  /** Members who can't enter at present. */
  suspended: readonly Pick<Teammate, "id" | "name">[];
};

const SOLO: Team = { readerId: "", isShared: false, claims: false, teammates: [], suspended: [] };
const TeamContext = createContext(SOLO);

/** Returns who's in the workspace. */
export const useTeam = () => use(TeamContext);

/** Provides the people of the workspace, and renders the page again when they change. */
export function TeamProvider({ known, children }: { known: Team | null; children: ReactNode }) {
  const { inbox, userId } = useLive();
  const router = useRouter();
  useEffect(
    () =>
      inbox.listen(({ type, data }) => {
        if (type === "settings.updated" && (data.about === "members" || data.about === "workspace")) router.refresh();
      }),
    [inbox, router],
  );
  return <TeamContext value={known ?? { ...SOLO, readerId: userId }}>{children}</TeamContext>;
}

/** Returns the photo of someone in the workspace, if they have one. */
export function usePhotoOf(userId: string): string | undefined {
  const { teammates } = useTeam();
  return teammates.find(({ id }) => id === userId)?.photoUrl;
}

/** Returns a function that names the people of the workspace. `missing` is what others are called. */
export function useNameOf(missing = assignmentCopy.formerTeammate): (userId: string) => string {
  const { teammates, suspended } = useTeam();
  return (userId) => [...teammates, ...suspended].find(({ id }) => id === userId)?.name ?? missing;
}
