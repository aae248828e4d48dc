"use client";

import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { WorkspaceContext } from "#components/ui/workspace.ts";
import { createDashboardSession, type DashboardSession, type Member } from "./dashboard-session.ts";

const LiveContext = createContext<DashboardSession | undefined>(undefined);

/** Keeps the dashboard live: one stream for all tabs, shared by all components of this one. */
export function LiveProvider({ member, children }: { member: Member; children: ReactNode }) {
  const [session] = useState(() => createDashboardSession(member));
  useEffect(() => session.start(), [session]);
  return (
    <WorkspaceContext value={session.workspaceId}>
      <LiveContext value={session}>{children}</LiveContext>
    </WorkspaceContext>
  );
}

export function useLive(): DashboardSession {
  const session = use(LiveContext);
  if (!session) throw new Error("used outside of LiveProvider");
  return session;
}
