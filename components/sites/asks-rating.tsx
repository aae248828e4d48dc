"use client";

import { callApi } from "#components/api/call-api.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";

/** Whether a site asks its visitors how a conversation was. */
export function AsksRating({ site: { id, asksRating } }: { site: SiteJson }) {
  const edit = useForm({
    initial: { asksRating },
    read: (form) => ({ asksRating: form.has("asksRating") }),
    submit: (_, changes) => callApi(`/sites/${id}`, { method: "PATCH", body: changes }),
  });
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid gap-8">
      <Choice {...edit.choice("asksRating")} label={sitesCopy.asksRating} hint={sitesCopy.asksRatingHint} />
      <SaveBar form={edit} />
    </form>
  );
}
