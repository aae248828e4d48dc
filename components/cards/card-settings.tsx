"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { cardsCopy } from "#components/catalogs/cards.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { Field, urlInput } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { ShownOnce } from "#components/ui/shown-once.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { NewSiteCardResponse, SiteCardJson } from "#lib/desk/cards/schema.ts";
import { CardControls } from "./card-controls.tsx";
import { CARD_REQUEST, CARD_RESPONSE } from "./card-samples.ts";

type Props = { siteId: string; card: SiteCardJson | undefined };

/** A site's card: its address, its secret, a test, and what the site's server has to do. */
export function CardSettings({ siteId, card }: Props) {
  const [secret, setSecret] = useState<string>();
  return (
    <div className="grid gap-6 *:min-w-0">
      <p className="max-w-120 text-pretty">{cardsCopy.explained}</p>
      {card?.unreadable && <Notice tone="problem">{cardsCopy.unreadable}</Notice>}
      {secret && (
        <ShownOnce
          title={cardsCopy.newSecret}
          label={cardsCopy.secret}
          text={secret}
          onStored={() => setSecret(undefined)}
        >
          {cardsCopy.storeSecret}
        </ShownOnce>
      )}
      <CardAddress key={card ? "edit" : "add"} siteId={siteId} card={card} onSecret={setSecret} />
      <Sample title={cardsCopy.request} hint={cardsCopy.requestHint} text={CARD_REQUEST} />
      <Sample title={cardsCopy.response} hint={cardsCopy.responseHint} text={CARD_RESPONSE} />
    </div>
  );
}

function CardAddress({ siteId, card, onSecret }: Props & { onSecret: (secret: string) => void }) {
  const router = useRouter();
  const edit = useForm({
    initial: { url: card?.url ?? "" },
    read: (form) => ({ url: textOf(form, "url").trim() }),
    submit: async ({ url }) => {
      const result = await callApi<NewSiteCardResponse>(`/sites/${siteId}/card`, { method: "PUT", body: { url } });
      if (!result.ok) return result;
      if (result.value.secret !== undefined) onSecret(result.value.secret);
      router.refresh();
      return result;
    },
  });
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid justify-items-start gap-5 *:w-full">
      <Field label={cardsCopy.address} {...urlInput} {...edit.field("url")} hint={cardsCopy.addressHint} />
      {card ? (
        <>
          <CardControls siteId={siteId} onSecret={onSecret} />
          <SaveBar form={edit} />
        </>
      ) : (
        <>
          <Notice tone="problem">{edit.message}</Notice>
          <div>
            <Button type="submit" look="primary" busy={edit.busy}>
              {cardsCopy.add}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

function Sample({ title, hint, text }: { title: string; hint: string; text: string }) {
  return (
    <div>
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="mt-1 mb-3 max-w-120 text-quiet text-pretty">{hint}</p>
      <CopyField label={title} text={text} />
    </div>
  );
}
