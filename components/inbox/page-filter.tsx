"use client";

import { type FormEvent, useEffect, useId, useRef } from "react";
import { filtersCopy } from "#components/catalogs/filters.ts";
import { type InboxFilter, inboxPath } from "#components/filter/inbox-filter.ts";
import { closeDialogOf, Dialog, DialogButtons } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { useOpenPage } from "#components/ui/use-open-page.ts";

const PAGE_MAX = 200;

/** Asks for the page to filter by. Without a text, the filter ends. */
export function PageFilter({ filter, onClose }: { filter: InboxFilter; onClose: () => void }) {
  const headingId = useId();
  const input = useRef<HTMLInputElement>(null);
  const openPage = useOpenPage();
  useEffect(() => input.current?.select(), []);
  const { page: before, ...others } = filter;
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const page = textOf(new FormData(event.currentTarget), "page").trim();
    closeDialogOf(event.currentTarget);
    openPage(inboxPath(page ? { ...others, page } : others));
  };
  return (
    <Dialog labelledBy={headingId} onClose={onClose}>
      <form onSubmit={apply} className="grid gap-5 p-6 *:min-w-0">
        <h2 id={headingId} className="text-xl font-semibold tracking-tight text-balance">
          {filtersCopy.pageTitle}
        </h2>
        <Field
          ref={input}
          name="page"
          label={filtersCopy.pageLabel}
          hint={filtersCopy.pageHint}
          placeholder={filtersCopy.pageExample}
          defaultValue={before}
          maxLength={PAGE_MAX}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
        />
        <DialogButtons busy={false}>{filtersCopy.apply}</DialogButtons>
      </form>
    </Dialog>
  );
}
