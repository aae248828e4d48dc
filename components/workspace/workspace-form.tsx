"use client";

import { useRouter } from "next/navigation";
import { callApi } from "#components/api/call-api.ts";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { WorkspaceJson } from "#lib/people/workspaces/schema.ts";

type Props = { workspace: Pick<WorkspaceJson, "name" | "claimsOnReply" | "shared"> };

/** Edits the workspace's name and, once there are several people, whether replies assign conversations. */
export function WorkspaceForm({ workspace: { name, claimsOnReply, shared } }: Props) {
  const router = useRouter();
  const edit = useForm({
    initial: { name, claimsOnReply },
    read: (form) => ({
      name: textOf(form, "name"),
      claimsOnReply: shared ? form.has("claimsOnReply") : claimsOnReply,
    }),
    submit: (_, body) => callApi("/workspace", { method: "PATCH", body }),
    onDone: () => router.refresh(),
  });
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid gap-6">
      <div className="max-w-96">
        <Field
          label={workspaceCopy.name}
          {...edit.field("name")}
          autoComplete="organization"
          maxLength={80}
          required
          hint={workspaceCopy.nameHint}
        />
      </div>
      {shared && (
        <Choice {...edit.choice("claimsOnReply")} label={workspaceCopy.claims} hint={workspaceCopy.claimsHint} />
      )}
      <SaveBar form={edit} />
    </form>
  );
}
