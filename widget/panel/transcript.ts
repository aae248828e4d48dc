import type { Entrance } from "./session.ts";

/*
 * The build makes this a part of its own, loaded when the visitor downloads their conversation.
 */

/** Downloads a conversation as a text file. Returns whether that worked. */
export async function saveTranscript({ open, drop }: Entrance, id: string): Promise<boolean> {
  const language = siteInboxWords?.language ?? "en";
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const path = `/public/conversations/${id}/transcript?${new URLSearchParams({ language, timeZone })}`;
  for (let tries = 1; ; tries++) {
    const session = await open();
    if (!session.ok) return false;
    const { token } = session.value;
    const headers = { Authorization: `Bearer ${token}` };
    try {
      const response = await fetch(path, { headers, credentials: "omit", cache: "no-store" });
      if (response.status === 401 && tries === 1) {
        drop(token);
        continue;
      }
      if (response.ok) download(await response.blob());
      return response.ok;
    } catch {
      return false;
    }
  }
}

function download(file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "conversation.txt";
  link.click();
  // The browser has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
