"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { fieldProblem } from "#components/api/problem.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field, urlInput } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { useForm } from "#components/ui/use-form.ts";

const { otherApps: copy } = notificationsCopy;

/** Adds a chat or a notification service by its address. */
export function AddChannel() {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { field, message, busy, form } = useForm({
    initial: { kind: "slack", name: "", url: "" },
    read: readTexts("kind", "name", "url"),
    submit: async (body) => {
      const result = await callApi("/account/channels", { method: "POST", body });
      if (!result.ok) return result.problem.code === "conflict" ? fieldProblem("url", copy.taken) : result;
      setOpen(false);
      router.refresh();
      return result;
    },
    clears: true,
  });

  if (!isOpen) return <Button onClick={() => setOpen(true)}>{copy.add}</Button>;
  return (
    <form {...form} noValidate aria-label={copy.add} className="grid justify-items-start gap-5 *:w-full">
      <SelectField label={copy.app} {...field("kind")} options={Object.entries(copy.apps)} />
      <Field
        label={generalCopy.name}
        {...field("name")}
        autoComplete="off"
        maxLength={60}
        required
        hint={copy.nameHint}
      />
      <Field label={copy.url} {...urlInput} {...field("url")} hint={copy.urlHint} />
      <Notice tone="problem">{message}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" busy={busy}>
          {copy.add}
        </Button>
        <Button onClick={() => setOpen(false)}>{generalCopy.cancel}</Button>
      </div>
    </form>
  );
}
