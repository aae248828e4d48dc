import type { ReactNode } from "react";

/** Says what a page before login is for. */
export function AuthHeading({ title, hint }: { title: string; hint: ReactNode }) {
  return (
    <header className="mb-8">
      <h1 className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">{title}</h1>
      <p className="mt-1 text-lg text-quiet text-pretty wrap-anywhere">{hint}</p>
    </header>
  );
}
