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
    const answer = await callApi<{ site: SiteJson }>("/sites", { method: "POST", body: fields });
    if (answer.ok) router.push(`/settings/sites/${answer.value.site.id}?made`);
    else if (answer.problem.code === "conflict")
      return { ok: false as const, problem: { ...answer.problem, words: sitesCopy.full(SITES_MAX) } };
    return answer;
  };
  return <SiteForm initial={initial} submitLabel={sitesCopy.createSite} save={create} />;
}
