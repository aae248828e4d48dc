import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { MAIN_ID } from "./skip-link.tsx";

type Props = { title: ReactNode; above?: ReactNode; action?: ReactNode; wide?: boolean; children: ReactNode };

/** The layout of a settings page. */
export function SettingsPage({ title, above, action, wide = false, children }: Props) {
  return (
    <main id={MAIN_ID} className="relative min-h-0 min-w-0 flex-1 overflow-y-auto bg-surface">
      <div
        className={classNames("px-5 pt-6 pb-16 md:px-10 md:pt-10", wide ? "max-w-5xl 2xl:max-w-[84rem]" : "max-w-2xl")}
      >
        {above}
        <header className="mb-8 flex flex-wrap items-center justify-between gap-3">
          <h1 className="min-w-0 text-2xl font-semibold tracking-tight">{title}</h1>
          {action}
        </header>
        {children}
      </div>
    </main>
  );
}

type SectionProps = {
  /** The anchor that a URL can link to. */
  id?: string;
  title: string;
  hint?: string;
  children: ReactNode;
};

/** One section of a settings page. */
export function SettingsSection({ id, title, hint, children }: SectionProps) {
  return (
    <section id={id} aria-label={title} className="mt-10 border-t border-line pt-8">
      <h2 className="text-lg font-semibold">{title}</h2>
      {hint && <p className="mt-1 max-w-120 text-quiet text-pretty">{hint}</p>}
      <div className="mt-4 max-w-2xl">{children}</div>
    </section>
  );
}
