import { useId } from "react";
import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { Field, urlInput } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import type { useForm } from "#components/ui/use-form.ts";
import { EVENT_TYPES } from "#lib/outbox/webhooks/event-types.ts";

export type WebhookFields = { url: string; description: string; events: readonly string[] };

export const readFields = (form: FormData): WebhookFields => ({
  url: textOf(form, "url").trim(),
  description: textOf(form, "description").trim(),
  events: EVENT_TYPES.filter((type) => form.has(type)),
});

/** Builds the request body. A cleared description is null. */
export const toBody = ({ description, ...fields }: Partial<WebhookFields>) => ({
  ...fields,
  ...(description !== undefined && { description: description || null }),
});

/** The form fields of a webhook. */
export function WebhookFieldset({ edit }: { edit: ReturnType<typeof useForm<WebhookFields>> }) {
  const { field, fields, errors } = edit;
  const id = useId();
  return (
    <>
      <Field label={webhooksCopy.url} {...urlInput} {...field("url")} hint={webhooksCopy.urlHint} />
      <Field label={webhooksCopy.description} {...field("description")} autoComplete="off" optional maxLength={80} />
      <fieldset aria-describedby={errors.events && `${id}-error`}>
        <legend className="mb-1.5 font-medium">{webhooksCopy.events}</legend>
        <div className="grid gap-2">
          {EVENT_TYPES.map((type) => (
            <label key={type} className="flex items-start gap-2.5">
              <input
                type="checkbox"
                name={type}
                defaultChecked={fields.events.includes(type)}
                className="mt-1 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0">
                {webhooksCopy.eventTypes[type]} <code className="font-mono text-sm text-quiet">{type}</code>
              </span>
            </label>
          ))}
        </div>
        {errors.events && (
          <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
            {errors.events}
          </p>
        )}
      </fieldset>
    </>
  );
}
