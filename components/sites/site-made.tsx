import type { ReactNode } from "react";
import { sitesCopy } from "#components/catalogs/sites.tsx";

/** The next step, shown first on the page of a new site. */
export function SiteMade({ children }: { children: ReactNode }) {
  return (
    <section aria-label={sitesCopy.nextStep} className="mb-10 rounded-xl border border-line bg-paper p-5">
      <h2 className="text-lg font-semibold">{sitesCopy.createdTitle}</h2>
      <p className="mt-1 mb-4 max-w-120 text-quiet text-pretty">{sitesCopy.createdHint}</p>
      {children}
    </section>
  );
}
