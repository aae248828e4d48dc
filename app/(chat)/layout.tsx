import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Document } from "#components/ui/document.tsx";

export const metadata: Metadata = { title: "Chat", robots: { index: false } };

export default function ChatLayout({ children }: { children: ReactNode }) {
  return <Document>{children}</Document>;
}
