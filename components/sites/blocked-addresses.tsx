"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { problemCopy } from "#components/catalogs/problems.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { BlockedAddressJson } from "#lib/files/blocking/schema.ts";

type Props = { siteId: string; addresses: BlockedAddressJson[] };

/** The addresses that a site blocks. They're stored as hashes, so only their labels can be shown. */
export function BlockedAddresses({ siteId, addresses }: Props) {
  const path = `/sites/${siteId}/blocking/addresses`;
  const router = useRouter();
  const { field, message, problem, isDone, busy, form } = useForm({
    initial: { address: "", label: "" },
    read: readTexts("address", "label"),
    submit: (given) => {
      const label = given.label.trim();
      const body = { address: given.address.trim(), ...(label && { label }) };
      return callApi(path, { method: "POST", body });
    },
    onDone: () => router.refresh(),
    clears: true,
  });

  return (
    <div className="grid gap-4">
      <h2 className="text-lg font-semibold">{sitesCopy.blockedAddresses}</h2>
      {addresses.length > 0 && <AddressList path={path} addresses={addresses} />}
      <form {...form} noValidate className="grid justify-items-start gap-3 *:w-full">
        <div className="grid gap-3 sm:grid-cols-2 *:min-w-0">
          <Field
            label={sitesCopy.address}
            {...field("address")}
            autoComplete="off"
            spellCheck={false}
            hint={sitesCopy.addressHint}
          />
          <Field
            label={sitesCopy.addressLabel}
            {...field("label")}
            optional
            maxLength={80}
            hint={sitesCopy.addressLabelHint}
          />
        </div>
        <Notice tone="problem">{problem?.code === "conflict" ? problemCopy.tooManyBlocked : message}</Notice>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={busy}>
            {sitesCopy.blockAddress}
          </Button>
          <p role="status">{isDone && sitesCopy.addressBlocked}</p>
        </div>
      </form>
    </div>
  );
}

function AddressList({ path, addresses }: { path: string; addresses: BlockedAddressJson[] }) {
  const router = useRouter();
  const [problem, setProblem] = useState<string>();
  const [busy, startTransition] = useTransition();
  const remove = (id: string) =>
    startTransition(async () => {
      const result = await callDelete(`${path}/${id}`);
      setProblem(result.ok ? undefined : result.problem.words);
      if (result.ok) router.refresh();
    });
  return (
    <>
      <ul className="max-h-80 divide-y divide-line overflow-y-auto rounded-xl border border-line">
        {addresses.map(({ id, label, createdAt, effective }) => (
          <li key={id} className="flex items-center gap-3 px-4 py-2">
            <span className="min-w-0 flex-1">
              <bdi className="block truncate">{label}</bdi>
              <span className="text-sm text-quiet">
                {sitesCopy.blockedSince(<Moment at={createdAt} form="date" />)}
              </span>
              {!effective && <span className="block text-sm text-danger">{sitesCopy.addressIneffective}</span>}
            </span>
            <Button look="quiet" busy={busy} onClick={() => remove(id)} aria-label={sitesCopy.unblockAddress(label)}>
              {sitesCopy.unblock}
            </Button>
          </li>
        ))}
      </ul>
      <Notice tone="problem">{problem}</Notice>
    </>
  );
}
