import type { Metadata } from "next";
import type { ReactNode } from "react";
import "./demo.css";

export const metadata: Metadata = {
  title: "Kiln Street Pottery",
  description: "A shop page to try the chat on.",
  robots: { index: false },
};

export default function DemoLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
