"use client";

import { callApi } from "#components/api/call-api.ts";
import { hoursCopy as copy } from "#components/catalogs/hours.tsx";
import { TextField } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { AWAY_TEXT_MAX } from "#lib/sites/sites/away-text-length.ts";
import { codePoints, isBlank } from "#platform/characters.ts";

type Props = { siteId: string; awayText: string | null };

/** Edits what visitors get who write while the site is closed. */
export function AwayTextForm({ siteId, awayText }: Props) {
  const edit = useForm({
    initial: { awayText: awayText ?? "" },
    // Forms send line breaks as CR LF.
    read: (form) => ({ awayText: textOf(form, "awayText").replaceAll("\r\n", "\n") }),
    submit: ({ awayText: text }) =>
      callApi(`/sites/${siteId}`, { method: "PATCH", body: { awayText: isBlank(text) ? null : text } }),
  });
  const left = AWAY_TEXT_MAX - codePoints(edit.typed.awayText);
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid max-w-160 gap-6">
      <TextField
        label={copy.awayText}
        {...edit.field("awayText")}
        placeholder={copy.awayTextExample}
        hint={left < 0 ? copy.charactersOver(-left) : copy.charactersLeft(left)}
      />
      <SaveBar form={edit} />
    </form>
  );
}
