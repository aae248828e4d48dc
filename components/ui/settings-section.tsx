import type { ReactNode } from "react";

type SectionProps = { title: string; hint?: string; id?: string; children?: ReactNode };

/** A part of a settings page that has more than one. */
export function SettingsSection({ title, hint, id, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-label={title}
      className="mt-10 border-t border-line pt-8 first:mt-0 first:border-t-0 first:pt-0"
    >
      <h2 className="text-lg font-semibold">{title}</h2>
      {hint && <p className="mt-1 max-w-120 text-quiet text-pretty">{hint}</p>}
      {children && <div className="mt-4">{children}</div>}
    </section>
  );
}
