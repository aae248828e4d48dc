import { headers } from "next/headers";
import type { ReactNode } from "react";
import type { Preferences } from "#lib/people/owners/schema.ts";
import { EarlyClick } from "./early-click.tsx";
import "./theme.css";

const INTER = new URL(
  "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  import.meta.url,
);

type Props = { preferences?: Preferences | undefined; children: ReactNode };

/** The HTML document of every page except the demo. Each route group has its own root layout. */
export async function Document({ preferences, children }: Props) {
  // Next finds the nonce for its own scripts in the same place.
  const [, nonce] = /'nonce-([^']+)'/.exec((await headers()).get("content-security-policy") ?? "") ?? [];
  return (
    // The profile's form shows another theme before it's saved.
    <html
      lang="en"
      data-theme={preferences?.theme}
      data-density={preferences?.listDensity}
      data-after-closing={preferences?.afterClosing}
      data-hold-seconds={preferences?.holdSeconds}
      suppressHydrationWarning
    >
      <body>
        {/* React moves it to the head. */}
        <link rel="preload" href={String(INTER)} as="font" type="font/woff2" crossOrigin="anonymous" />
        {children}
        <EarlyClick nonce={nonce} />
      </body>
    </html>
  );
}
