"use client";

import { useRouter } from "next/navigation";
import { callApi } from "#components/api/call-api.ts";
import type { SiteJson } from "#lib/sites/schema.ts";
import { type SiteFields, SiteForm } from "./site-form.tsx";

export function NewSite({ initial }: { initial: SiteFields }) {
  const router = useRouter();
  const create = async (fields: SiteFields) => {
    const answer = await callApi<{ site: SiteJson }>("/sites", { method: "POST", body: fields });
    if (answer.ok) router.push(`/settings/sites/${answer.value.site.id}?made`);
    return answer;
  };
  return <SiteForm initial={initial} submitLabel="Make the site" save={create} />;
}
