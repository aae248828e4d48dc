"use client";

import { callApi } from "#components/api/call-api.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useWorkspaceRouter } from "#components/ui/workspace.ts";
import type { PreviewedWidget } from "#components/widget-preview/shown-widget.ts";
import { WidgetPreview } from "#components/widget-preview/widget-preview.tsx";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { SITES_MAX } from "#lib/sites/sites/sites-max.ts";
import { readSiteFields, type SiteFields, SiteFieldset } from "./site-fields.tsx";

export function NewSite({ initial, widget }: { initial: SiteFields; widget: PreviewedWidget }) {
  const router = useWorkspaceRouter();
  const edit = useForm({
    initial,
    read: readSiteFields,
    submit: async (body) => {
      const result = await callApi<{ site: SiteJson }>("/sites", { method: "POST", body });
      if (result.ok) router.push(`/settings/sites/${result.value.site.id}/install?made`);
      else if (result.problem.code === "conflict")
        return { ok: false as const, problem: { ...result.problem, words: sitesCopy.full(SITES_MAX) } };
      return result;
    },
  });
  const { fields, typed, errors, message, busy } = edit;
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,40rem)_22rem] xl:gap-10">
      <form {...edit.form} noValidate className="grid content-start gap-5">
        <SiteFieldset initial={fields} typed={typed} errors={errors} />
        <Notice tone="problem">{message}</Notice>
        <div>
          <Button type="submit" look="primary" busy={busy}>
            {sitesCopy.createSite}
          </Button>
        </div>
      </form>
      <WidgetPreview look={typed} widget={widget} />
    </div>
  );
}
