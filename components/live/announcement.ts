// The next page of this tab reads it: another workspace's is a new document.
const KEPT = "site-inbox-arrival";

/** What the next page says: which workspace it is, or which one the person is no longer in. */
export type Announcement = { kind: "arrival"; id: string; name: string } | { kind: "loss"; name: string };

function announce(announcement: Announcement): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(announcement));
  } catch {
    // Storage is full or blocked. The way there mustn't depend on it.
  }
}

/** Stores the workspace that's about to open, so the next page can say where it is. */
export const announceArrival = ({ id, name }: { id: string; name: string }): void =>
  announce({ kind: "arrival", id, name });

/** Stores the workspace that's being left because the person was removed, so the next page can say why it's another one. */
export const announceLoss = (name: string): void => announce({ kind: "loss", name });

/** Returns what was announced, once. */
export function takeAnnouncement(): Announcement | null {
  try {
    const kept = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return kept === null ? null : JSON.parse(kept);
  } catch {
    return null;
  }
}
