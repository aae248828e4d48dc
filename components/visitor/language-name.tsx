"use client";

import { useReader } from "#components/time/reader.tsx";

/** A language in the reader's words: "German" for `de`. */
export function LanguageName({ tag }: { tag: string }) {
  const { language } = useReader();
  return (
    <span lang={language} suppressHydrationWarning>
      {nameOf(tag, language)}
    </span>
  );
}

function nameOf(tag: string, reader: string): string {
  try {
    return new Intl.DisplayNames([reader], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
