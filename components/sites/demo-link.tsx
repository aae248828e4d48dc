import { ExternalLink } from "lucide-react";
import { generalCopy } from "#components/catalogs/general.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";

/** Leads to a page to try the site's chat on. */
export function DemoLink({ publicKey }: { publicKey: string }) {
  return (
    <a
      href={`/demo?site=${publicKey}`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1.5 font-medium text-accent underline underline-offset-3"
    >
      {sitesCopy.tryDemo}
      <ExternalLink size={16} aria-hidden />
      <span className="sr-only">{generalCopy.opensInNewTab}</span>
    </a>
  );
}
