"use client";

import { useState } from "react";
import { hoursCopy as copy } from "#components/catalogs/hours.tsx";
import { useReader } from "#components/time/reader.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import type { PreviewedWidget } from "#components/widget-preview/shown-widget.ts";
import type { Shown } from "#components/widget-preview/use-moment.ts";
import { WidgetPreview } from "#components/widget-preview/widget-preview.tsx";
import type { HoursJson } from "#lib/sites/hours/schema.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import type { WordsOfSite } from "#lib/sites/words/schema.ts";
import { HoursForm, type TypedHours } from "./hours-form.tsx";
import { HoursDays, HoursState } from "./hours-preview.tsx";
import { withAwayText } from "./site-words.ts";
import { WhileClosedForm, whileClosedOf } from "./while-closed-form.tsx";

type Props = { site: SiteJson; hours: HoursJson | undefined; words: WordsOfSite; widget: PreviewedWidget };

/** A site's hours and what visitors get outside of them, next to how that looks. */
export function HoursSettings({ site, hours, words, widget }: Props) {
  const { language } = useReader();
  const [initial] = useState(() => whileClosedOf(site, words));
  const [closed, setClosed] = useState(initial);
  const [typed, setTyped] = useState<TypedHours>({ isSet: hours !== undefined, body: widget.site?.hours });
  const { whenClosed } = closed;
  const above = (shown: Shown | undefined, isFailed: boolean) => {
    const why = !typed.isSet ? copy.nothing : isFailed ? copy.failed : !typed.body && copy.incomplete;
    if (why)
      return (
        <p role="status" className="mb-4 text-quiet text-pretty">
          {why}
        </p>
      );
    return shown && <HoursState shown={shown} language={language} whenClosed={whenClosed} />;
  };
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,40rem)_22rem] xl:gap-10">
      <div className="min-w-0">
        <HoursForm siteId={site.id} hours={hours} onType={setTyped} />
        <SettingsSection title={copy.awayTitle} hint={hours ? copy.awayHint : copy.awayNoHours}>
          <WhileClosedForm siteId={site.id} initial={initial} onType={setClosed} />
        </SettingsSection>
      </div>
      <WidgetPreview
        look={{ ...site, ...site.appearance, ...closed, words: withAwayText(words, closed.words) }}
        widget={widget}
        hours={typed.body}
        said={{
          above,
          below: (shown) =>
            shown && (
              <div className="mt-4">
                <HoursDays shown={shown} language={language} />
              </div>
            ),
        }}
      />
    </div>
  );
}
