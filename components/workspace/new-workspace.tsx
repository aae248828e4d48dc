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
  const { fields, errors, message, problem, busy, form } = useForm({
    initial: { name: "" },
    read: readTexts("name"),
    submit: async (body) => {
      const result = await callApi<{ workspace: WorkspaceJson }>("/workspaces", { method: "POST", body });
      if (result.ok) {
        announceArrival(result.value.workspace);
        location.assign(workspacePath(result.value.workspace.id, "/settings/sites/new"));
      }
      return result;
    },
  });
  return (
    <form {...form} className="grid gap-4">
      <Field
        label={teamCopy.workspaceName}
        name="name"
        autoComplete="organization"
        maxLength={80}
        required
        defaultValue={fields.name}
        error={errors.name}
      />
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
    submit: async () => {
      const result = await callApi("/auth/logout", { method: "POST" });
      if (result.ok) location.assign("/login");
      return result;
    },
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
