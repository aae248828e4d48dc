import { ExternalLink } from "lucide-react";
import { generalCopy } from "#components/catalogs/general.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";

/** The script tag for the site's pages, and a link to a page to try it on. */
export function ScriptTag({ publicKey, baseUrl }: { publicKey: string; baseUrl: string }) {
  return (
    <div className="grid gap-3">
      <CopyField
        label={sitesCopy.scriptTag}
        text={`<script src="${baseUrl}/widget.js?site=${publicKey}" async></script>`}
      />
      <p>
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
      </p>
    </div>
  );
}
