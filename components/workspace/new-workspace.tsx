"use client";

import { callApi } from "#components/api/call-api.ts";
import { shellCopy } from "#components/catalogs/shell.ts";
import { teamCopy } from "#components/catalogs/team.tsx";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { announceArrival } from "#components/live/announcement.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { workspacePath } from "#lib/base/access/workspace-path.ts";
import type { WorkspaceJson } from "#lib/people/workspaces/schema.ts";

const REFUSALS: Record<string, string> = {
  conflict: teamCopy.tooManyWorkspaces,
  not_accepted: workspaceCopy.notAccepted,
};

/** Creates a workspace, and opens it. */
export function NewWorkspace() {
  const { field, message, problem, busy, form } = useForm({
    initial: { name: "" },
    read: readTexts("name"),
    submit: (body) => callApi<{ workspace: WorkspaceJson }>("/workspaces", { method: "POST", body }),
    onDone: (value) => {
      announceArrival(value.workspace);
      location.assign(workspacePath(value.workspace.id, "/settings/sites/new"));
    },
  });
  return (
    <form {...form} className="grid gap-4">
      <Field label={teamCopy.workspaceName} {...field("name")} autoComplete="organization" maxLength={80} required />
      <Notice tone="problem">{problem && (REFUSALS[problem.code] ?? message)}</Notice>
      <Button type="submit" look="primary" busy={busy}>
        {shellCopy.createWorkspace}
      </Button>
    </form>
  );
}

/** Logs out where there's no workspace. */
export function LogOut({ label }: { label: string }) {
  const { message, busy, form } = useForm({
    initial: {},
    read: () => ({}),
    submit: () => callApi("/auth/logout", { method: "POST" }),
    onDone: () => location.assign("/login"),
  });
  return (
    <form {...form} className="mt-6 grid justify-items-start gap-3">
      <Notice tone="problem">{message}</Notice>
      <Button type="submit" look="quiet" busy={busy}>
        {label}
      </Button>
    </form>
  );
}
