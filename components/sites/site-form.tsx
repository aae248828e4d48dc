"use client";

import { type FocusEvent, type FormEvent, type ReactNode, useActionState, useState } from "react";
import type { ApiResult } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field, TextField } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { hostOfDomain, shortDomain } from "#lib/sites/domain.ts";
import { ColorField, isHexColor } from "./color-field.tsx";
import { WidgetPreview } from "./widget-preview.tsx";

export type SiteFields = { name: string; domain: string; accentColor: string; welcomeMessage: string };

type State = { fields: SiteFields; problem?: ApiProblem; saved?: boolean };
type Props = {
  initial: SiteFields;
  submitLabel: string;
  /** Shown after saving. */
  done?: ReactNode;
  save: (fields: SiteFields) => Promise<ApiResult<unknown>>;
};

const readFields = (form: FormData): SiteFields => ({
  name: textOf(form, "name"),
  domain: shortDomain(textOf(form, "domain")),
  accentColor: textOf(form, "accentColor"),
  // Forms send line breaks as CR LF.
  welcomeMessage: textOf(form, "welcomeMessage").replaceAll("\r\n", "\n"),
});

/** A site's settings, with a live preview of the widget. */
export function SiteForm({ initial, submitLabel, done, save }: Props) {
  const [{ fields, problem, saved }, action, busy] = useActionState<State, FormData>(
    async (_, form) => {
      const typed = readFields(form);
      const result = await save(typed);
      return result.ok ? { fields: typed, saved: true } : { fields: typed, problem: result.problem };
    },
    { fields: initial },
  );
  const [typed, setTyped] = useState(initial);
  const [color, setColor] = useState(initial.accentColor);
  const [isTouched, setTouched] = useState(false);
  const [shortened, setShortened] = useState<string>();

  const follow = (event: FormEvent<HTMLFormElement>) => {
    const now = readFields(new FormData(event.currentTarget));
    setTyped(now);
    if (isHexColor(now.accentColor)) setColor(now.accentColor);
    setTouched(true);
  };
  const shorten = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const host = shortDomain(currentTarget.value);
    if (host === currentTarget.value) return;
    currentTarget.value = host;
    setShortened(host);
  };
  const errors = problem?.fields ?? {};

  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12 2xl:grid-cols-[minmax(0,1fr)_40rem]">
      <form
        action={action}
        onInput={follow}
        onSubmit={() => setTouched(false)}
        noValidate
        className="grid content-start gap-5"
      >
        <Field label={generalCopy.name} name="name" autoComplete="off" defaultValue={fields.name} error={errors.name} />
        <Field
          label={sitesCopy.domain}
          name="domain"
          optional
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          placeholder="example.com"
          defaultValue={fields.domain}
          error={errors.domain}
          onBlur={shorten}
          hint={domainWords(typed.domain, typed.domain === shortened)}
        />
        <ColorField
          label={sitesCopy.color}
          name="accentColor"
          defaultValue={fields.accentColor}
          error={errors.accentColor}
        />
        <TextField
          label={sitesCopy.welcomeMessage}
          name="welcomeMessage"
          defaultValue={fields.welcomeMessage}
          error={errors.welcomeMessage}
          hint={sitesCopy.welcomeHint}
        />
        <Notice tone="problem">{isTouched || Object.keys(errors).length > 0 ? undefined : problem?.words}</Notice>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" look="primary" busy={busy}>
            {submitLabel}
          </Button>
          <p role="status">{saved && !isTouched && !busy ? done : ""}</p>
        </div>
      </form>
      <WidgetPreview look={{ name: typed.name, accentColor: color, welcomeMessage: typed.welcomeMessage }} />
    </div>
  );
}

/** Returns the hint for the domain as it's typed. `shortened`: the form has reduced it to its host. */
function domainWords(domain: string, shortened: boolean): string {
  if (domain.trim() === "") return sitesCopy.domainAny;
  if (hostOfDomain(domain) === null) return sitesCopy.domainUnreadable;
  const host = shortDomain(domain);
  return shortened ? sitesCopy.domainShortened(host) : sitesCopy.domainOnly(host);
}
