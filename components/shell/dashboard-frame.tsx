"use client";

import type { ComponentProps, ReactNode } from "react";
import { type Team, TeamProvider } from "#components/assignment/team-provider.tsx";
import { CountsProvider } from "#components/counts/counts-provider.tsx";
import { UnreadSigns } from "#components/counts/unread-signs.tsx";
import { Keyboard } from "#components/keyboard/keyboard.tsx";
import { LabelsContext } from "#components/labels/use-labels.ts";
import type { Member } from "#components/live/dashboard-session.ts";
import { LiveProvider } from "#components/live/live-provider.tsx";
import { Presence } from "#components/live/presence.tsx";
import { Notifier } from "#components/notification/notifier.tsx";
import { type Reader, ReaderProvider } from "#components/time/reader.tsx";
import { NeedsJavaScript } from "#components/ui/needs-javascript.tsx";
import { SkipLink } from "#components/ui/skip-link.tsx";
import { ToastArea } from "#components/ui/toast.tsx";
import { Arrival } from "#components/workspace/arrival.tsx";
import type { ConversationCounts } from "#lib/desk/conversations/schema.ts";
import { CutTitles } from "./cut-titles.tsx";
import { PhoneKeyboard } from "./phone-keyboard.tsx";
import { Rail } from "./rail.tsx";
import { ServiceWorker } from "./service-worker.tsx";
import { WaitingNotice } from "./waiting-notice.tsx";

type Props = {
  reader: Reader;
  /** Who is in which workspace. Without it, nothing is live. */
  member: Member | undefined;
  counts: ConversationCounts | null;
  /** Null if no one else was ever in the workspace. */
  team: Team | null;
  labels: ComponentProps<typeof LabelsContext>["value"];
  sound: ComponentProps<typeof Notifier>["sound"];
  banner: ReactNode;
  /** Leads to the person's other workspaces. */
  switcher?: ReactNode;
  /** Takes the place of the link to the account. */
  account?: ReactNode;
  children: ReactNode;
};

/**
 * What's around each page of the dashboard. All of it is one client component, because the server renders those once,
 * and its own components twice: as data and as HTML.
 */
export function DashboardFrame({
  reader,
  member,
  counts,
  team,
  labels,
  sound,
  banner,
  switcher,
  account,
  children,
}: Props) {
  const frame = (
    <div className="relative top-[var(--visible-top,0px)] flex h-[var(--visible-height,100dvh)] flex-col pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]">
      {banner}
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <Rail switcher={switcher} account={account} />
        {children}
      </div>
    </div>
  );
  return (
    <>
      <SkipLink />
      <NeedsJavaScript />
      <ReaderProvider known={reader}>
        {member ? (
          <LiveProvider member={member}>
            <TeamProvider known={team}>
              <LabelsContext value={labels}>
                <CountsProvider known={counts}>
                  {frame}
                  <UnreadSigns />
                </CountsProvider>
                <Presence />
                <Notifier since={new Date(reader.now).toISOString()} sound={sound} />
                <ServiceWorker />
                <Keyboard />
                <PhoneKeyboard />
                <CutTitles />
                <WaitingNotice />
                <ToastArea />
                <Arrival />
              </LabelsContext>
            </TeamProvider>
          </LiveProvider>
        ) : (
          frame
        )}
      </ReaderProvider>
    </>
  );
}
