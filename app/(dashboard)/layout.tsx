import type { Viewport } from "next";
import type { ReactNode } from "react";
import { CountsProvider } from "#components/counts/counts-provider.tsx";
import { UnreadSigns } from "#components/counts/unread-signs.tsx";
import { Keyboard } from "#components/keyboard/keyboard.tsx";
import { LiveProvider } from "#components/live/live-provider.tsx";
import { Presence } from "#components/live/presence.tsx";
import { ConfirmBanner } from "#components/mail/confirm-banner.tsx";
import { Notifier } from "#components/notification/notifier.tsx";
import { ServiceWorker } from "#components/notification/service-worker.tsx";
import { APP_METADATA } from "#components/shell/app-metadata.ts";
import { PhoneKeyboard } from "#components/shell/phone-keyboard.tsx";
import { Rail } from "#components/shell/rail.tsx";
import { RenewSession } from "#components/shell/renew-session.tsx";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { WaitingNotice } from "#components/shell/waiting-notice.tsx";
import { ReaderProvider } from "#components/time/reader.tsx";
import { readerOfRequest } from "#components/time/reader-of-request.ts";
import { Document } from "#components/ui/document.tsx";
import { NeedsJavaScript } from "#components/ui/needs-javascript.tsx";
import { ToastArea } from "#components/ui/toast.tsx";
import { findPageOwner, isSessionStale, namedPageUser } from "#gate/page-owner.ts";
import type { OwnerScope } from "#lib/access/scopes.ts";
import { countConversations } from "#lib/inbox/queries.ts";
import { toNotificationSettingsJson } from "#lib/notification-settings/json.ts";
import { toPreferences } from "#lib/owners/json.ts";
import { findFrameState } from "#lib/owners/queries.ts";

export const metadata = APP_METADATA;

// An on-screen keyboard makes the page smaller instead of covering the reply box. Not in Safari (PhoneKeyboard).
export const viewport: Viewport = { viewportFit: "cover", interactiveWidget: "resizes-content" };

// If this can't be queried, the page below says what is wrong.
async function ofOwner<T>(find: (owner: OwnerScope) => Promise<T>): Promise<T | null> {
  try {
    const owner = await findPageOwner();
    return owner && (await find(owner));
  } catch {
    return null;
  }
}

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const reader = await readerOfRequest();
  const userId = await namedPageUser();
  const [state, counts] = await Promise.all([ofOwner(findFrameState), ofOwner(countConversations)]);
  const notifications = state && toNotificationSettingsJson(state.notifications);
  const frame = (
    <div className="relative top-[var(--visible-top,0px)] flex h-[var(--visible-height,100dvh)] flex-col pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]">
      {state?.unconfirmedEmail && <ConfirmBanner {...state.unconfirmedEmail} />}
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <Rail />
        {children}
      </div>
    </div>
  );
  return (
    <Document preferences={state ? toPreferences(state.preferences) : undefined}>
      <SkipLink />
      <NeedsJavaScript />
      <ReaderProvider known={reader}>
        {userId ? (
          <LiveProvider userId={userId}>
            <CountsProvider known={counts}>
              {frame}
              <UnreadSigns />
            </CountsProvider>
            <Presence />
            <Notifier
              since={new Date(reader.now).toISOString()}
              sound={notifications?.sound === "none" ? null : notifications}
            />
            <ServiceWorker />
            <Keyboard />
            <PhoneKeyboard />
            <WaitingNotice />
            <ToastArea />
          </LiveProvider>
        ) : (
          frame
        )}
      </ReaderProvider>
      {(await isSessionStale()) && <RenewSession />}
    </Document>
  );
}
