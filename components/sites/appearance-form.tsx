"use client";

import { useRouter } from "next/navigation";
import { type ApiResult, callApi } from "#components/api/call-api.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import type { MailNeeds } from "#components/mail/mail-needs.tsx";
import { Logo } from "#components/pictures/picture.tsx";
import { PictureField } from "#components/pictures/picture-field.tsx";
import { SiteMark } from "#components/pictures/site-mark.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { PreviewedWidget } from "#components/widget-preview/shown-widget.ts";
import { WidgetPreview } from "#components/widget-preview/widget-preview.tsx";
import { shortDomain } from "#lib/sites/sites/domain.ts";
import type { SiteOptions } from "#lib/sites/sites/fields.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import type { WordsOfSite } from "#lib/sites/words/schema.ts";
import { type AppearanceFields, AppearanceFieldset, bodyOf, readAppearance } from "./appearance-fields.tsx";
import { readSiteFields, type SiteFields, SiteFieldset } from "./site-fields.tsx";
import { appearanceWords, storeWords, withAppearance } from "./site-words.ts";
import { WelcomeField } from "./word-fields.tsx";

type Props = {
  site: SiteJson;
  words: WordsOfSite;
  options: SiteOptions;
  needs: MailNeeds;
  widget: PreviewedWidget;
};

/** Edits what visitors see of a site, with a live preview. */
export function AppearanceForm({ site, words, options, needs, widget }: Props) {
  const { id, appearance, accentColor, logoUrl } = site;
  const router = useRouter();
  const edit = useForm<SiteFields & AppearanceFields>({
    initial: { ...site, ...appearance, domain: shortDomain(site.domain ?? ""), words: appearanceWords(words) },
    read: (form) => ({ ...readSiteFields(form), ...readAppearance(form, options) }),
    submit: async (typed, changes): Promise<ApiResult<unknown>> => {
      const failed = await storeWords(id, edit.saved.words, typed.words);
      if (failed) return failed;
      const result = await callApi(`/sites/${id}`, { method: "PATCH", body: bodyOf(changes, appearance) });
      // The navigation shows the name and the color too.
      if (result.ok) router.refresh();
      return result;
    },
  });
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,40rem)_22rem] xl:gap-10">
      <div className="grid content-start gap-5">
        <PictureField kind="logo" path={`/sites/${id}/logo`} isSet={logoUrl !== undefined}>
          {logoUrl ? (
            <Logo url={logoUrl} className="size-16 rounded-xl border border-line" />
          ) : (
            <span className="grid size-16 place-items-center rounded-xl border border-line">
              <SiteMark name={edit.typed.name} color={accentColor} />
            </span>
          )}
        </PictureField>
        <form key={edit.key} {...edit.form} noValidate className="grid gap-5">
          <SiteFieldset initial={edit.fields} typed={edit.typed} errors={edit.errors}>
            <WelcomeField
              initial={edit.fields.welcomeMessage}
              typed={edit.typed.welcomeMessage}
              words={edit.fields.words}
              typedWords={edit.typed.words}
              errors={edit.errors}
            />
          </SiteFieldset>
          <AppearanceFieldset
            initial={edit.fields}
            typed={edit.typed}
            errors={edit.errors}
            options={options}
            siteId={id}
            needs={needs}
          />
          <SaveBar form={edit} done={sitesCopy.saved} />
        </form>
      </div>
      <WidgetPreview
        look={{ ...site, ...edit.typed, words: withAppearance(words, edit.typed.words), logoUrl }}
        widget={widget}
      />
    </div>
  );
}
