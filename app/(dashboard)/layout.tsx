import type { Viewport } from "next";
import type { ReactNode } from "react";
import { ConfirmBanner } from "#components/mail/confirm-banner.tsx";
import { APP_METADATA } from "#components/shell/app-metadata.ts";
import { DashboardFrame } from "#components/shell/dashboard-frame.tsx";
import { RenewSession } from "#components/shell/renew-session.tsx";
import { readerOfRequest } from "#components/time/reader-of-request.ts";
import { Document } from "#components/ui/document.tsx";
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
  return (
    <Document preferences={state ? toPreferences(state.preferences) : undefined}>
      <DashboardFrame
        reader={reader}
        userId={userId}
        counts={counts}
        sound={notifications?.sound === "none" ? null : notifications}
        banner={state?.unconfirmedEmail && <ConfirmBanner {...state.unconfirmedEmail} />}
      >
        {children}
      </DashboardFrame>
      {(await isSessionStale()) && <RenewSession />}
    </Document>
  );
}
