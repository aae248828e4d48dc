import { useId } from "react";
import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
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
export function WebhookFieldset({ fields, errors }: { fields: WebhookFields; errors: Record<string, string> }) {
  const id = useId();
  const { url, description, events } = errors;
  return (
    <>
      <Field
        label={webhooksCopy.url}
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        required
        defaultValue={fields.url}
        error={url}
        hint={webhooksCopy.urlHint}
      />
      <Field
        label={webhooksCopy.description}
        name="description"
        autoComplete="off"
        optional
        maxLength={80}
        defaultValue={fields.description}
        error={description}
      />
      <fieldset aria-describedby={events && `${id}-error`}>
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
        {events && (
          <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
            {events}
          </p>
        )}
      </fieldset>
    </>
  );
}
