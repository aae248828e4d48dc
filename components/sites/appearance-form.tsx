"use client";

import { useRouter } from "next/navigation";
import { type ApiResult, callApi } from "#components/api/call-api.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import type { MailNeeds } from "#components/mail/mail-needs.tsx";
import { Logo } from "#components/pictures/picture.tsx";
import { PictureField } from "#components/pictures/picture-field.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { shortDomain } from "#lib/sites/sites/domain.ts";
import type { SiteOptions } from "#lib/sites/sites/fields.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import type { WordsOfSite } from "#lib/sites/words/schema.ts";
import { type AppearanceFields, AppearanceFieldset, bodyOf, readAppearance } from "./appearance-fields.tsx";
import { readSiteFields, type SiteFields, SiteFieldset } from "./site-fields.tsx";
import { SiteMark } from "./site-mark.tsx";
import { appearanceWords, storeWords } from "./site-words.ts";
import { WidgetPreview } from "./widget-preview.tsx";
import { WelcomeField } from "./word-fields.tsx";

type Props = { site: SiteJson; words: WordsOfSite; options: SiteOptions; needs: MailNeeds };

/** Edits what visitors see of a site, with a live preview. */
export function AppearanceForm({ site, words, options, needs }: Props) {
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
    <div className="grid gap-8 xl:grid-cols-[minmax(0,40rem)_20rem] xl:gap-12">
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
      <div className="xl:sticky xl:top-10 xl:self-start">
        <WidgetPreview look={{ ...edit.typed, logoUrl }} />
      </div>
    </div>
  );
}
