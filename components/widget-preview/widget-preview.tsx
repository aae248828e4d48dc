"use client";

import { type ReactNode, useState } from "react";
import { previewCopy as copy } from "#components/catalogs/preview.tsx";
import { wordsCopy } from "#components/catalogs/words.ts";
import { useReader } from "#components/time/reader.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import type { PutHoursBody } from "#lib/sites/hours/schema.ts";
import { isHexColor } from "#lib/sites/sites/contrast.ts";
import { LANGUAGES, type Language } from "#lib/sites/sites/languages.ts";
import type { Theme } from "./preview-colors.tsx";
import { type PreviewedGreeting, PreviewPage } from "./preview-page.tsx";
import { type PreviewedWidget, type SiteLook, shownWidget } from "./shown-widget.ts";
import { type Clock, type Shown, useMoment } from "./use-moment.ts";

type Props = {
  look: SiteLook;
  widget: PreviewedWidget;
  /** As they're typed, undefined if they're incomplete. By default the stored ones. */
  hours?: PutHoursBody | undefined;
  /** A greeting to show in place of the chat. */
  greeting?: PreviewedGreeting;
  /** What of the chat is shown until the reader chooses: by default, how it opens. */
  begins?: Part;
  /** What's said about the moment, above and below one theme at a time. */
  said?: { above: Said; below: Said };
};

type Said = (shown: Shown | undefined, isFailed: boolean) => ReactNode;

type Device = "desktop" | "phone";
type Part = "first" | "after";

// Next to a form, and scrolled apart from it if it's higher than the window.
const PLACE =
  "min-w-0 rounded-xl border border-line p-4 xl:sticky xl:top-10 xl:max-h-[calc(100dvh-5rem)] xl:self-start xl:overflow-y-auto";

/** Shows what a visitor sees of a site's widget: in a language, at a moment, and in each theme it can have. */
export function WidgetPreview({
  look: { accentColor, ...others },
  widget,
  greeting,
  begins = "first",
  said,
  ...typed
}: Props) {
  const reader = useReader();
  // While a color is being typed, the last whole one is shown.
  const [whole, setWhole] = useState(accentColor);
  if (isHexColor(accentColor) && accentColor !== whole) setWhole(accentColor);
  const [device, setDevice] = useState<Device>("desktop");
  const [part, setPart] = useState<Part | undefined>();
  const [theme, setTheme] = useState<Theme>("light");
  const own = LANGUAGES.find((language) => language === reader.language.split("-")[0]);
  const [language, setLanguage] = useState<Language>(own ?? "en");
  const hours = "hours" in typed ? typed.hours : widget.site?.hours;
  const moment = useMoment(widget.site, hours);
  const look = { ...others, accentColor: whole };
  const shown = shownWidget({ look, widget, language, moment: moment.shown, reader: reader.language });
  const { awayText } = shown.look;
  const hasChat = !greeting && !(shown.isClosed && look.whenClosed === "hide");
  // Without the site's own text, none is sent in any language.
  const away = shown.isClosed && look.awayText && awayText ? awayText : undefined;
  const hasParts = hasChat && (away !== undefined || (shown.asked.length > 0 && !shown.form));
  // A form asks before the message.
  const chosen = part ?? (shown.form ? "first" : begins);
  const isAfter = hasParts && chosen === "after";
  const both = said ? [theme] : (["light", "dark"] as const);
  const themes = look.theme === "light" || look.theme === "dark" ? [look.theme] : both;
  return (
    <section aria-label={copy.title} className={PLACE}>
      <h2 className="mb-3 font-semibold">{copy.title}</h2>
      <Controls moment={moment} hasHours={hours !== undefined} language={language} onLanguage={setLanguage} />
      {said?.above(moment.shown, moment.isFailed)}
      <div className="mb-3 flex flex-wrap gap-2">
        <Switch label={copy.showAs} options={copy.devices} chosen={device} onChoose={setDevice} />
        {said && themes === both && (
          <Switch label={copy.theme} options={copy.themes} chosen={theme} onChoose={setTheme} />
        )}
        {hasParts && <Switch label={copy.showPart} options={copy.parts} chosen={chosen} onChoose={setPart} />}
      </div>
      <figure aria-label={copy.figure} className={classNames("grid gap-4 xl:grid-cols-1", !said && "sm:grid-cols-2")}>
        {themes.map((theme) => (
          <PreviewPage
            key={theme}
            shown={shown}
            theme={theme}
            isPhone={device === "phone"}
            greeting={greeting}
            isAfter={isAfter}
            awayText={isAfter ? away : undefined}
          />
        ))}
      </figure>
      {said?.below(moment.shown, moment.isFailed)}
    </section>
  );
}

type ControlProps = {
  moment: ReturnType<typeof useMoment>;
  hasHours: boolean;
  language: Language;
  onLanguage: (language: Language) => void;
};

/** Which visitor sees it, and when. It isn't a part of the form that's saved. */
function Controls({ moment, hasHours, language, onLanguage }: ControlProps) {
  const clocks: (readonly [Clock, string])[] = [
    ["now", copy.clocks.now],
    ["tonight", copy.clocks.tonight],
    ...(moment.hasHoliday ? [["holiday", copy.clocks.holiday] as const] : []),
    ["time", copy.clocks.time],
  ];
  return (
    <div
      className="mb-4 grid grid-cols-2 gap-3 *:min-w-0"
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement) moment.setTime(target.value);
        if (!(target instanceof HTMLSelectElement)) return;
        if (target.name === "clock") moment.setClock(target.value as Clock);
        else onLanguage(target.value as Language);
      }}
    >
      {hasHours && <SelectField label={copy.clock} name="clock" options={clocks} defaultValue={moment.clock} />}
      <SelectField
        label={copy.language}
        name="visitorLanguage"
        options={LANGUAGES.map((one) => [one, wordsCopy.languages[one]] as const)}
        defaultValue={language}
      />
      {hasHours && moment.clock === "time" && (
        <div className="col-span-2">
          <Field label={copy.time} type="datetime-local" name="time" defaultValue={moment.time} />
        </div>
      )}
    </div>
  );
}

type SwitchProps<V extends string> = {
  label: string;
  options: { [value in V]: string };
  chosen: V;
  onChoose: (value: V) => void;
};

function Switch<V extends string>({ label, options, chosen, onChoose }: SwitchProps<V>) {
  return (
    <fieldset aria-label={label} className="flex w-fit gap-1 rounded-lg border border-line p-1">
      {(Object.entries(options) as [V, string][]).map(([value, words]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={classNames(
            "min-h-7 rounded-md px-2.5 text-sm text-quiet hover:text-ink pointer-coarse:min-h-11",
            "aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent",
          )}
        >
          {words}
        </button>
      ))}
    </fieldset>
  );
}
