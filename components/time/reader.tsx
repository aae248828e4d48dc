"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { supportedLanguage } from "#platform/supported-language.ts";
import { supportedZone } from "#platform/supported-zone.ts";

/** How the reader reads times. The server guesses from the request; the browser knows. */
export type Reader = { language: string; timeZone: string; now: number };

const ReaderContext = createContext<Reader>({ language: "en", timeZone: "UTC", now: 0 });
const TICK_MS = 30_000;

export const useReader = () => useContext(ReaderContext);

export function ReaderProvider({ known, children }: { known: Reader; children: ReactNode }) {
  const [reader, setReader] = useState(known);

  useEffect(() => {
    const timeZone = supportedZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? "UTC";
    // The next page is then rendered in the reader's time zone.
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
    document.cookie = `time-zone=${encodeURIComponent(timeZone)}; Path=/; Max-Age=31536000; SameSite=Lax`;
    const language = supportedLanguage([navigator.language, known.language]);
    const update = () => setReader({ language, timeZone, now: Date.now() });
    update();
    const ticking = setInterval(update, TICK_MS);
    return () => clearInterval(ticking);
  }, [known.language]);

  return <ReaderContext value={reader}>{children}</ReaderContext>;
}
