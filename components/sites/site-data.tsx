import { Download } from "lucide-react";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { DownloadLink } from "#components/ui/download-link.tsx";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { DataForm } from "./data-form.tsx";

/** Settings for the site's data: export it, what is stored of visitors, and for how long. */
export function SiteData({ site }: { site: SiteJson }) {
  const { id: siteId, visitorDetails, retentionDays, files } = site;
  return (
    <div className="grid gap-8">
      <div>
        <h2 className="text-lg font-semibold">{sitesCopy.export}</h2>
        <p className="mt-1 text-sm text-quiet text-pretty">{sitesCopy.exportHint}</p>
        <div className="mt-3 flex flex-wrap gap-3">
          <ExportLink href={`/sites/${siteId}/export?format=json`} label={sitesCopy.exportJson} />
          <ExportLink href={`/sites/${siteId}/export?format=csv`} label={sitesCopy.exportCsv} />
          <ExportLink href={`/sites/${siteId}/export?format=zip`} label={sitesCopy.exportZip} />
        </div>
      </div>
      <DataForm siteId={siteId} visitorDetails={visitorDetails} retentionDays={retentionDays} fileKinds={files.kinds} />
    </div>
  );
}

function ExportLink({ href, label }: { href: string; label: string }) {
  return (
    <DownloadLink href={href} className={buttonClass()}>
      <Download size={16} aria-hidden />
      {label}
    </DownloadLink>
  );
}
