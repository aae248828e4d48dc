import type { ReactNode } from "react";
import type { Preferences } from "#lib/owners/schema.ts";
import "./theme.css";

const INTER = new URL(
  "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  import.meta.url,
);

type Props = { preferences?: Preferences | undefined; children: ReactNode };

/** The HTML document of every page except the demo. Each route group has its own root layout. */
export function Document({ preferences, children }: Props) {
  return (
    // The profile's form shows another theme before it's saved.
    <html
      lang="en"
      data-theme={preferences?.theme}
      data-density={preferences?.listDensity}
      data-after-closing={preferences?.afterClosing}
      suppressHydrationWarning
    >
      <body>
        {/* React moves it to the head. */}
        <link rel="preload" href={String(INTER)} as="font" type="font/woff2" crossOrigin="anonymous" />
        {children}
      </body>
    </html>
  );
}
