"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { AppLink } from "#components/ui/app-link.tsx";

/** A link of the rail, marked while the reader is below it. */
export function NavLink({ href, label, icon }: { href: string; label: string; icon: ReactNode }) {
  const path = usePathname();
  const isHere = path === href || path.startsWith(`${href}/`);
  return (
    <AppLink
      href={href}
      aria-current={isHere ? (path === href ? "page" : "true") : undefined}
      className="flex h-14 flex-1 flex-col items-center justify-center gap-1 text-xs font-medium text-quiet transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-[current]:text-accent md:mx-2 md:h-13 md:flex-none md:rounded-lg md:aria-[current]:bg-accent-soft md:hover:bg-sunken"
    >
      {icon}
      {label}
    </AppLink>
  );
}
