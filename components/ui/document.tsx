import type { ReactNode } from "react";
import "./theme.css";

const INTER = new URL(
  "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  import.meta.url,
);

/** The HTML document of every page except the demo. Each route group has its own root layout. */
export function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        {/* React moves it to the head. */}
        <link rel="preload" href={String(INTER)} as="font" type="font/woff2" crossOrigin="anonymous" />
        {children}
      </body>
    </html>
  );
}
