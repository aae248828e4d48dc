"use client";

import { useRouter } from "next/navigation";
import { callApi } from "#components/api/call-api.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { type AppearanceFields, AppearanceFieldset, bodyOf, readAppearance } from "./appearance-fields.tsx";
import { readSiteFields, type SiteFields, SiteFieldset } from "./site-fields.tsx";
import { WidgetPreview } from "./widget-preview.tsx";

type Fields = SiteFields & AppearanceFields;

/** Edits what visitors see of a site, with a live preview. */
export function AppearanceForm({ siteId, stored }: { siteId: string; stored: Fields }) {
  const router = useRouter();
  const edit = useForm<Fields>({
    initial: stored,
    read: (form) => ({ ...readSiteFields(form), ...readAppearance(form) }),
    submit: async (_, changes) => {
      const result = await callApi(`/sites/${siteId}`, { method: "PATCH", body: bodyOf(changes) });
      // The navigation shows the name and the color too.
      if (result.ok) router.refresh();
      return result;
    },
  });
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,40rem)_20rem] xl:gap-12">
      <form key={edit.key} {...edit.form} noValidate className="grid content-start gap-5">
        <SiteFieldset initial={edit.fields} typed={edit.typed} errors={edit.errors} />
        <AppearanceFieldset initial={edit.fields} errors={edit.errors} />
        <SaveBar form={edit} done={sitesCopy.saved} />
      </form>
      <div className="xl:sticky xl:top-10 xl:self-start">
        <WidgetPreview look={edit.typed} />
      </div>
    </div>
  );
}
