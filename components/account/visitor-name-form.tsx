"use client";

import { callApi } from "#components/api/call-api.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { MembershipJson } from "#lib/team/members/schema.ts";

type Props = { stored: MembershipJson["visitorName"]; accountName: string | undefined };

/** Sets the name that visitors of a shared workspace see with a person's replies. */
export function VisitorNameForm({ stored = "", accountName }: Props) {
  const edit = useForm({
    initial: { visitorName: stored },
    read: (form) => ({ visitorName: textOf(form, "visitorName").trim() }),
    submit: ({ visitorName }) =>
      callApi("/account/membership", { method: "PATCH", body: { visitorName: visitorName || null } }),
  });
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid gap-5">
      <div className="max-w-96">
        <Field
          label={accountCopy.visitorName.label}
          {...edit.field("visitorName")}
          maxLength={80}
          autoComplete="off"
          placeholder={accountName}
          hint={accountCopy.visitorName.hint}
        />
      </div>
      <SaveBar form={edit} />
    </form>
  );
}
