import type { Metadata } from "next";
import type { ReactNode } from "react";
import { demoCopy } from "#components/catalogs/demo.tsx";
import "./demo.css";

export const metadata: Metadata = {
  title: demoCopy.title,
  description: demoCopy.description,
  robots: { index: false },
};

export default function DemoLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
