"use client";

import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { WorkspaceContext } from "#components/ui/workspace.ts";
import { createDashboardSession, type DashboardSession, type Member } from "./dashboard-session.ts";

type Standing = Pick<Member, "role" | "workspaces" | "mayCreateWorkspace" | "runsService">;

/** The session, and what the person may do, which may change while it lasts. */
type Live = DashboardSession & Standing;

const LiveContext = createContext<Live | undefined>(undefined);

/** Keeps the dashboard live: one stream for all tabs, shared by all components of this one. */
export function LiveProvider({ member, children }: { member: Member; children: ReactNode }) {
  const [session] = useState(() => createDashboardSession(member));
  useEffect(() => session.start(), [session]);
  const { role, workspaces, mayCreateWorkspace, runsService } = member;
  // Compared by content, because every page that the server renders has new objects.
  const standing = JSON.stringify({ role, workspaces, mayCreateWorkspace, runsService } satisfies Standing);
  const live = useMemo<Live>(() => ({ ...session, ...JSON.parse(standing) }), [session, standing]);
  return (
    <WorkspaceContext value={session.workspaceId}>
      <LiveContext value={live}>{children}</LiveContext>
    </WorkspaceContext>
  );
}

export function useLive(): Live {
  const session = use(LiveContext);
  if (!session) throw new Error("used outside of LiveProvider");
  return session;
}
