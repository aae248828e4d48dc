"use client";

import { useRouter } from "next/navigation";
import { callApi } from "#components/api/call-api.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { type SiteFields, SiteForm } from "./site-form.tsx";

export function EditSite({ siteId, initial }: { siteId: string; initial: SiteFields }) {
  const router = useRouter();
  const save = async (fields: SiteFields) => {
    const result = await callApi(`/sites/${siteId}`, { method: "PATCH", body: fields });
    if (result.ok) router.refresh();
    return result;
  };
  return <SiteForm initial={initial} submitLabel={generalCopy.save} done={sitesCopy.saved} save={save} />;
}
