import type { ReactNode } from "react";

/** The next step, first, on the page of a site that was made just now. */
export function SiteMade({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Next step" className="mb-10 rounded-xl border border-line bg-paper p-5">
      <h2 className="text-lg font-semibold">Your site is made. Put this tag on its pages</h2>
      <p className="mt-1 mb-4 max-w-120 text-quiet text-pretty">
        Paste it into every page, before the end of its body. It carries no secret. Below you can change how the chat
        looks.
      </p>
      {children}
    </section>
  );
}
