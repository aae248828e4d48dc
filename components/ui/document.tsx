import type { ReactNode } from "react";
import "./theme.css";

/** The document around every page but the demo: each route group has a root layout of its own. */
export function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
