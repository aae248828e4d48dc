"use client";

import { callApi } from "#components/api/call-api.ts";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { RadioCards } from "#components/ui/radio-cards.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { MembershipJson } from "#lib/team/members/schema.ts";

const { about: copy } = notificationsCopy;
const CHOICES = ["all", "mine", "none"] as const;

/** Which conversations of a shared workspace a person is notified about. */
export function NotifyAbout({ stored }: { stored: MembershipJson["notifyAbout"] }) {
  const edit = useForm({
    initial: { notifyAbout: stored },
    read: (form) => ({ notifyAbout: CHOICES.find((one) => one === textOf(form, "notifyAbout")) ?? stored }),
    submit: (body) => callApi("/account/membership", { method: "PATCH", body }),
  });
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid gap-5">
      <RadioCards
        label={copy.title}
        isLabelHidden
        {...edit.field("notifyAbout")}
        options={CHOICES.map((one) => [one, copy.options[one].label, copy.options[one].hint])}
      />
      <SaveBar form={edit} />
    </form>
  );
}
