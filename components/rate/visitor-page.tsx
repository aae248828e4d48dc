import type { ReactNode } from "react";
import { Logo } from "#components/pictures/picture.tsx";
import type { Language } from "#lib/sites/sites/languages.ts";

type Props = {
  language: Language;
  title: string;
  hint?: string | undefined;
  logoUrl?: string | undefined;
  children?: ReactNode;
};

/** A page for a visitor, in their language: the site's logo, a heading, and what there is to do. */
export const VisitorPage = ({ language, title, hint, logoUrl, children }: Props) => (
  <main
    lang={language}
    dir={language === "ar" ? "rtl" : "ltr"}
    className="mx-auto flex min-h-dvh w-full max-w-lg flex-col justify-center px-6 py-12"
  >
    {logoUrl && <Logo url={logoUrl} className="mb-6 size-14 rounded-xl" />}
    <h1 className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">{title}</h1>
    {hint && <p className="mt-2 text-quiet text-pretty">{hint}</p>}
    {children}
  </main>
);
