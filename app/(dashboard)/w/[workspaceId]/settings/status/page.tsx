import { ChevronRight, Mail } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { mailStatusCopy } from "#components/catalogs/mail-status.tsx";
import { statusCopy } from "#components/catalogs/status.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { CheckList } from "#components/status/check-list.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { toStatusJson } from "#lib/notify/status/json.ts";
import { listChecks } from "#lib/notify/status/queries.ts";
import { AppError } from "#platform/errors.ts";

// Others needn't know that there is such a page.
function refuse(error: unknown): never {
  if (error instanceof AppError && error.code === "not_permitted") notFound();
  throw error;
}

export const metadata: Metadata = { title: statusCopy.title };

export default async function StatusPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/status");
  const rows = await listChecks(scope).catch(refuse);
  return (
    <SettingsShell nav="workspace" title={statusCopy.title} hint={statusCopy.hint}>
      <CheckList checks={toStatusJson(rows)} now={new Date()} />
      <AppLink
        href="/settings/status/mail"
        className="-mx-3 mt-6 flex min-h-16 items-center gap-3 rounded-lg px-3 py-3 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Mail size={20} aria-hidden className="shrink-0 text-quiet" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{mailStatusCopy.link}</span>
          <span className="block text-sm text-quiet text-pretty">{mailStatusCopy.linkHint}</span>
        </span>
        <ChevronRight size={16} aria-hidden className="shrink-0 text-quiet rtl:-scale-x-100" />
      </AppLink>
    </SettingsShell>
  );
}
