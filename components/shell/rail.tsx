"use client";

import { AppWindow, CircleUserRound, Inbox } from "lucide-react";
import { shellCopy } from "#components/catalogs/shell.ts";
import { ShortcutsButton } from "#components/keyboard/shortcuts-button.tsx";
import { NavLink } from "./nav-link.tsx";

/** The way around: a rail beside the page, on phones a bar below it. */
export function Rail() {
  return (
    <nav
      aria-label={shellCopy.mainNavigation}
      className="order-last flex shrink-0 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] md:order-first md:w-19 md:flex-col md:gap-1 md:border-t-0 md:border-e md:pt-3 md:pb-0"
    >
      <NavLink href="/inbox" label={shellCopy.inbox} icon={<Inbox size={20} aria-hidden />} />
      <NavLink href="/settings/sites" label={shellCopy.sites} icon={<AppWindow size={20} aria-hidden />} />
      <NavLink href="/settings/account" label={shellCopy.account} icon={<CircleUserRound size={20} aria-hidden />} />
      <ShortcutsButton />
    </nav>
  );
}
