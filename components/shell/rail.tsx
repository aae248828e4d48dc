"use client";

import { ChartColumn, CircleUserRound, Inbox, Keyboard, Settings, Timer, Users } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { keyboardCopy } from "#components/catalogs/keyboard.ts";
import { shellCopy } from "#components/catalogs/shell.ts";
import { useCounts } from "#components/counts/counts-provider.tsx";
import { openKeyboardDialog } from "#components/keyboard/keyboard-dialog.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { railItemClass } from "#components/ui/menu.tsx";
import { pathInWorkspace } from "#lib/base/access/workspace-path.ts";

/** The main navigation: a rail next to the page, on phones a bar below it, which a conversation takes the place of. */
export function Rail({ switcher, account }: { switcher?: ReactNode; account?: ReactNode }) {
  const { open, waiting } = useCounts();
  return (
    <nav
      aria-label={shellCopy.mainNavigation}
      className="order-last flex shrink-0 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] md:order-first md:w-19 md:flex-col md:gap-1 md:border-t-0 md:border-e md:pt-3 md:pb-0 max-md:[body:has([data-conversation])_&]:hidden"
    >
      {switcher}
      <NavLink
        href="/inbox"
        label={shellCopy.inbox}
        icon={<Inbox size={20} aria-hidden />}
        count={open}
        countWords={shellCopy.unread}
      />
      <NavLink
        href="/waiting"
        label={shellCopy.waiting}
        icon={<Timer size={20} aria-hidden />}
        count={waiting}
        countWords={shellCopy.inAll}
      />
      <NavLink href="/people" label={shellCopy.people} icon={<Users size={20} aria-hidden />} />
      <NavLink href="/reports" label={shellCopy.reports} icon={<ChartColumn size={20} aria-hidden />} />
      <NavLink href="/settings/sites" label={shellCopy.settings} icon={<Settings size={20} aria-hidden />} />
      {account || (
        <NavLink href="/settings/account" label={shellCopy.account} icon={<CircleUserRound size={20} aria-hidden />} />
      )}
      <ShortcutsButton />
    </nav>
  );
}

/** Opens the list of shortcuts, on devices with a keyboard. */
function ShortcutsButton() {
  return (
    <button
      type="button"
      onClick={() => openKeyboardDialog("help")}
      title={keyboardCopy.shortcuts}
      className="mx-2 mt-auto mb-3 hidden h-13 flex-col items-center justify-center gap-1 rounded-lg text-xs font-medium text-quiet transition-colors hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2 md:pointer-fine:flex"
    >
      <Keyboard size={20} aria-hidden />
      {keyboardCopy.railLabel}
    </button>
  );
}

type NavLinkProps = {
  href: string;
  label: string;
  icon: ReactNode;
  count?: number;
  countWords?: (count: number) => string;
};

/** A link of the rail, marked on its page and those below it. */
function NavLink({ href, label, icon, count = 0, countWords }: NavLinkProps) {
  const path = pathInWorkspace(usePathname());
  const isHere = areaOf(path) === areaOf(href);
  return (
    <AppLink
      href={href}
      aria-current={isHere ? (path === href ? "page" : "true") : undefined}
      className={`${railItemClass} flex-1 md:mx-2 md:flex-none`}
    >
      <span className="relative">
        {icon}
        {count > 0 && (
          <span
            aria-hidden
            className="absolute start-4.5 -top-1.5 min-w-4.5 rounded-full bg-accent px-1 text-center max-[22rem]:px-0.5 max-[22rem]:text-[0.625rem] whitespace-nowrap text-[0.6875rem]/4.5 font-semibold text-on-accent tabular-nums"
          >
            {inboxCopy.unreadCount(count)}
          </span>
        )}
      </span>
      <span>
        {label}
        {count > 0 && <span className="sr-only"> {countWords?.(count)}</span>}
      </span>
    </AppLink>
  );
}

/** The settings are one area, except for the account's. */
const areaOf = (path: string) => /^\/settings\/account\b|^\/\w+/.exec(path)?.[0];
