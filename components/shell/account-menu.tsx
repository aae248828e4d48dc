"use client";

import { CircleHelp, CircleUserRound, Clock, LogOut, Moon, Settings, Sun, SunMoon } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { otherTheme, switchTheme } from "#components/account/switch-theme.ts";
import { useLogOut } from "#components/account/use-log-out.ts";
import { callApi } from "#components/api/call-api.ts";
import { awayWords } from "#components/assignment/away-words.ts";
import { useTeam } from "#components/assignment/team-provider.tsx";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { shellCopy } from "#components/catalogs/shell.ts";
import { openKeyboardDialog } from "#components/keyboard/keyboard-dialog.ts";
import { Photo } from "#components/pictures/picture.tsx";
import { useReader } from "#components/time/reader.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Menu, MenuButton, menuItemClass } from "#components/ui/menu.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { pathInWorkspace } from "#lib/base/access/workspace-path.ts";

/** The account's part of the rail: its settings, the theme, help and logging out. In a shared workspace, also whether one is available. */
export function AccountMenu() {
  const { readerId, teammates } = useTeam();
  const reader = useReader();
  const router = useRouter();
  const logOut = useLogOut();
  const isHere = /^\/settings\/account\b/.test(pathInWorkspace(usePathname()));
  const me = teammates.find(({ id }) => id === readerId);
  const [available, setShown] = useOptimistic(me?.available ?? true);
  const [busy, startTransition] = useTransition();
  const away = me && awayWords({ ...me, available }, reader);

  const toggle = () =>
    startTransition(async () => {
      setShown(!available);
      const result = await callApi("/account/membership", { method: "PATCH", body: { available: !available } });
      if (!result.ok) return showToast({ words: result.problem.words });
      showToast({ words: available ? assignmentCopy.isAwayNow : assignmentCopy.isAvailableNow });
      router.refresh();
    });

  return (
    <Menu
      look="rail"
      isHere={isHere}
      label={
        <>
          <span className="relative">
            <CircleUserRound size={20} aria-hidden />
            {me?.photoUrl && <Photo url={me.photoUrl} />}
            {away && (
              <span aria-hidden className="absolute -end-1 -bottom-0.5 rounded-full bg-paper p-0.5">
                <Moon size={10} fill="currentColor" />
              </span>
            )}
          </span>
          <span>
            {shellCopy.account}
            {me && (
              <span className="sr-only" suppressHydrationWarning>
                {` ${away ?? assignmentCopy.available}`}
              </span>
            )}
          </span>
        </>
      }
    >
      {me && (
        <>
          <li className="px-2.5 pt-1.5 pb-2">
            <p className="truncate font-medium">
              <bdi>{me.name}</bdi>
            </p>
            <p className="text-sm text-quiet" suppressHydrationWarning>
              {away ?? assignmentCopy.available}
            </p>
          </li>
          <MenuButton onClick={toggle} disabled={busy}>
            {available ? <Moon size={16} aria-hidden /> : <Sun size={16} aria-hidden />}
            {available ? assignmentCopy.setAway : assignmentCopy.setAvailable}
          </MenuButton>
          <li>
            <AppLink href="/settings/account/notifications#availability" className={menuItemClass}>
              <Clock size={16} aria-hidden />
              {assignmentCopy.hours}
            </AppLink>
          </li>
        </>
      )}
      <li>
        <AppLink href="/settings/account" className={menuItemClass}>
          <Settings size={16} aria-hidden />
          {assignmentCopy.account}
        </AppLink>
      </li>
      <MenuButton onClick={() => void switchTheme(otherTheme())}>
        <SunMoon size={16} aria-hidden />
        {shellCopy.switchTheme}
      </MenuButton>
      <MenuButton onClick={() => openKeyboardDialog("help")}>
        <CircleHelp size={16} aria-hidden />
        {shellCopy.help}
      </MenuButton>
      <MenuButton onClick={logOut}>
        <LogOut size={16} aria-hidden />
        {shellCopy.logOut}
      </MenuButton>
    </Menu>
  );
}
