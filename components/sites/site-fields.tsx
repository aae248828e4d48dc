"use client";

import type { ReactNode } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { Field, TextField } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { contrast, isHexColor, textColorOn } from "#lib/sites/sites/contrast.ts";
import { hostOfDomain, shortDomain } from "#lib/sites/sites/domain.ts";
import { ColorField } from "./color-field.tsx";

export type SiteFields = { name: string; domain: string; accentColor: string; welcomeMessage: string };

export const readSiteFields = (form: FormData): SiteFields => ({
  name: textOf(form, "name"),
  domain: shortDomain(textOf(form, "domain")),
  accentColor: textOf(form, "accentColor"),
  // Forms send line breaks as CR LF.
  welcomeMessage: textOf(form, "welcomeMessage").replaceAll("\r\n", "\n"),
});

type Props = {
  initial: SiteFields;
  typed: SiteFields;
  errors: Record<string, string>;
  /** In place of the welcome message's field. */
  children?: ReactNode;
};

/** The fields that a site is created with. */
export function SiteFieldset({ initial, typed, errors, children }: Props) {
  return (
    <>
      <Field label={generalCopy.name} name="name" autoComplete="off" defaultValue={initial.name} error={errors.name} />
      <Field
        label={sitesCopy.domain}
        name="domain"
        optional
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        placeholder="example.com"
        defaultValue={initial.domain}
        error={errors.domain}
        onBlur={({ currentTarget }) => shorten(currentTarget)}
        onKeyDown={({ key, currentTarget }) => key === "Enter" && shorten(currentTarget)}
        hint={domainWords(typed.domain)}
      />
      <ColorField
        label={sitesCopy.color}
        name="accentColor"
        defaultValue={initial.accentColor}
        hint={isHexColor(typed.accentColor) ? colorWords(typed.accentColor) : undefined}
        error={errors.accentColor}
      />
      {children ?? (
        <TextField
          label={sitesCopy.welcomeMessage}
          name="welcomeMessage"
          defaultValue={initial.welcomeMessage}
          error={errors.welcomeMessage}
          hint={sitesCopy.welcomeHint}
        />
      )}
    </>
  );
}

const VISIBLE = 3;
const DARK_PAGE = "#1c1b19";
const LIGHT_PAGE = "#fffefc";

/** Says how well text on the color can be read, and where it's hard to see. */
function colorWords(color: string): string {
  const ink = textColorOn(color);
  const { contrastOf, tooDark, tooLight } = sitesCopy;
  const words = contrastOf(ink === "#ffffff" ? "white" : "black", ratio(contrast(color, ink)));
  const [onDark, onLight] = [contrast(color, DARK_PAGE), contrast(color, LIGHT_PAGE)];
  if (onDark < VISIBLE) return `${words} ${tooDark(ratio(onDark))}`;
  return onLight < VISIBLE ? `${words} ${tooLight(ratio(onLight))}` : words;
}

const ratio = (contrast: number) => `${contrast.toFixed(1)}:1`;

// The hint stays as it is: if it grew a line, the button under it would move away from the click that causes the blur.
function shorten(input: HTMLInputElement): void {
  input.value = shortDomain(input.value);
}

/** Returns the hint for the domain as it's typed. */
function domainWords(domain: string): string {
  if (domain.trim() === "") return sitesCopy.domainAny;
  if (hostOfDomain(domain) === null) return sitesCopy.domainUnreadable;
  return sitesCopy.domainOnly(shortDomain(domain));
}
