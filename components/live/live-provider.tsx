"use client";

import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { createDashboardSession, type DashboardSession } from "./dashboard-session.ts";

const LiveContext = createContext<DashboardSession | undefined>(undefined);

/** Keeps the dashboard live: one stream for all tabs, shared by all components of this one. */
export function LiveProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const [session] = useState(() => createDashboardSession(userId));
  useEffect(() => session.start(), [session]);
  return <LiveContext value={session}>{children}</LiveContext>;
}

export function useLive(): DashboardSession {
  const session = use(LiveContext);
  if (!session) throw new Error("used outside of LiveProvider");
  return session;
}
