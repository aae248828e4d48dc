"use client";

import { useRouter } from "next/navigation";
import { callApi } from "#components/api/call-api.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import type { SiteJson } from "#lib/sites/schema.ts";
import { SITES_MAX } from "#lib/sites/sites-max.ts";
import { type SiteFields, SiteForm } from "./site-form.tsx";

export function NewSite({ initial }: { initial: SiteFields }) {
  const router = useRouter();
  const create = async (fields: SiteFields) => {
    const result = await callApi<{ site: SiteJson }>("/sites", { method: "POST", body: fields });
    if (result.ok) router.push(`/settings/sites/${result.value.site.id}?made`);
    else if (result.problem.code === "conflict")
      return { ok: false as const, problem: { ...result.problem, words: sitesCopy.full(SITES_MAX) } };
    return result;
  };
  return <SiteForm initial={initial} submitLabel={sitesCopy.createSite} save={create} />;
}
