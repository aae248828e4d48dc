"use client";

import { usePathname } from "next/navigation";
import { useEffect, useId, useRef } from "react";
import { useTeam } from "#components/assignment/team-provider.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { type Audience, usableBy } from "#components/ui/audience.ts";
import { pathInWorkspace } from "#lib/base/access/workspace-path.ts";

export type NavLink = Audience & { href: string; label: string; isExact?: boolean };

/** A group of the settings' navigation: a column, on phones a part of a line that scrolls. */
export function NavLinks({ title, links }: { title?: string; links: readonly NavLink[] }) {
  const id = useId();
  const path = pathInWorkspace(usePathname());
  const { role, workspaces, runsService } = useLive();
  const { isShared } = useTeam();
  const shown = usableBy({ role, isShared, isAlone: !isShared && workspaces.length === 0, runsService }, links);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // If someone scrolled the line before the script ran, it stays there: they may be about to tap.
    if (!path || list.current?.closest("[data-line]")?.scrollLeft) return;
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [path]);
  return (
    <div>
      {title && (
        <p id={id} className="mb-1 px-2 text-sm text-quiet max-md:sr-only">
          {title}
        </p>
      )}
      <ul ref={list} aria-labelledby={title && id} className="flex gap-0.5 md:grid">
        {shown.map(({ href, label, isExact = false }) => (
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
