"use client";

import { type FormEvent, useId } from "react";
import { filtersCopy } from "#components/catalogs/filters.ts";
import { type InboxFilter, inboxPath } from "#components/filter/inbox-filter.ts";
import { closeDialogOf, Dialog, DialogButtons } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { useOpenPage } from "#components/ui/use-open-page.ts";
import { ATTRIBUTE_LIMITS } from "#lib/desk/attributes/limits.ts";
import { attributeFilter } from "#lib/desk/attributes/rules.ts";

const INPUT = { autoComplete: "off", autoCapitalize: "off", spellCheck: false, required: true } as const;

/** Asks for the name and the value of an attribute to filter by. */
export function AttributeFilter({ filter, onClose }: { filter: InboxFilter; onClose: () => void }) {
  const headingId = useId();
  const openPage = useOpenPage();
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [name, value] = [textOf(form, "name").trim(), textOf(form, "value").trim()];
    if (name === "" || value === "") return;
    closeDialogOf(event.currentTarget);
    openPage(inboxPath({ ...filter, attribute: attributeFilter(name, value) }));
  };
  return (
    <Dialog labelledBy={headingId} onClose={onClose}>
      <form onSubmit={apply} className="grid gap-5 p-6 *:min-w-0">
        <h2 id={headingId} className="text-xl font-semibold tracking-tight text-balance">
          {filtersCopy.attributeTitle}
        </h2>
        <Field
          {...INPUT}
          name="name"
          label={filtersCopy.attributeName}
          placeholder={filtersCopy.attributeNameExample}
          maxLength={ATTRIBUTE_LIMITS.nameMax}
        />
        <Field
          {...INPUT}
          name="value"
          label={filtersCopy.attributeValue}
          hint={filtersCopy.attributeHint}
          maxLength={ATTRIBUTE_LIMITS.valueMax}
        />
        <DialogButtons busy={false}>{filtersCopy.apply}</DialogButtons>
      </form>
    </Dialog>
  );
}
