import type { Metadata } from "next";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { OfflineInbox } from "#components/inbox/offline-inbox.tsx";

export const metadata: Metadata = { title: inboxCopy.title };

/** The service worker stores this page, and shows it if one of the dashboard's can't be reached. It's the same for everyone. */
export default function OfflinePage() {
  return <OfflineInbox />;
}
