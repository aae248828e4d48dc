"use client";

import { usePathname } from "next/navigation";
import { useId } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import type { Role } from "#lib/access/scopes.ts";
import { pathInWorkspace } from "#lib/access/workspace-path.ts";
import { usableBy } from "./settings-links.ts";

export type NavLink = {
  href: string;
  label: string;
  isExact?: boolean;
  /** The least role that can use the page, an agent's by default. */
  least?: Role | undefined;
};

/** A group of the settings' navigation: a column, on phones a row. */
export function NavLinks({ title, links }: { title?: string; links: readonly NavLink[] }) {
  const id = useId();
  const path = pathInWorkspace(usePathname());
  const { role } = useLive();
  return (
    <div>
      {title && (
        <p id={id} className="mb-1 px-2 text-sm text-quiet max-md:sr-only">
          {title}
        </p>
      )}
      <ul aria-labelledby={title && id} className="flex flex-wrap gap-0.5 md:grid">
        {usableBy(role, links).map(({ href, label, isExact = false }) => (
          <li key={href}>
            <AppLink
              href={href}
              aria-current={path === href ? "page" : !isExact && path.startsWith(`${href}/`) ? "true" : undefined}
              className="flex min-h-8 items-center rounded-md px-2 font-medium whitespace-nowrap text-quiet transition-colors hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft aria-[current]:text-accent pointer-coarse:min-h-11"
            >
              {label}
            </AppLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
