"use client";

import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { isTaken } from "#components/ui/is-taken.ts";
import { preferences } from "#components/ui/preferences.ts";
import { type CommandName, runCommand } from "./commands.ts";
import { onKeyboardDialog, openKeyboardDialog } from "./keyboard-dialog.ts";
import { isMenuKey, pressedKey } from "./pressed-key.ts";

const COMMANDS: Record<string, CommandName> = { j: "next", k: "previous", r: "reply", e: "toggle", u: "unread" };

const loadMenu = () => import("./command-menu.tsx").then(({ CommandMenu }) => CommandMenu);
const loadHelp = () => import("./shortcuts-dialog.tsx").then(({ ShortcutsDialog }) => ShortcutsDialog);

type Open = ComponentType<{ onClose: () => void; onHelp: () => void }>;

const STEPS: CommandName[] = ["next", "previous"];

// With the focus on a row, that row is meant, not the open one.
const isAboutAnother = (command: CommandName) =>
  !STEPS.includes(command) && document.activeElement?.closest("[data-row]:not([aria-current])");

/** Listens for shortcuts. The dialogs are loaded when they are first asked for. */
export function Keyboard() {
  const [Dialog, setDialog] = useState<Open>();

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (isMenuKey(event)) {
      event.preventDefault();
      if (!document.querySelector("dialog[open]")) openKeyboardDialog("menu");
      return;
    }
    const key = pressedKey(event);
    if (!key || isTaken(event.target) || preferences.get("shortcuts") === "off") return;
    const command = COMMANDS[key];
    // A key that is held down steps on, and does nothing else again.
    if (event.repeat && !(command && STEPS.includes(command))) return;
    if (command) {
      if (!isAboutAnother(command) && runCommand(command)) event.preventDefault();
    } else if (key === "/" || key === "?") {
      event.preventDefault();
      if (key === "?") openKeyboardDialog("help");
      else if (!runCommand("search")) openKeyboardDialog("menu");
    }
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  // At the first sign of life, so that it is there before its first letter is typed.
  useEffect(() => {
    const preload = () => void loadMenu().catch(() => undefined);
    const once = { once: true, passive: true };
    for (const type of ["keydown", "pointerdown"]) document.addEventListener(type, preload, once);
    return () => {
      for (const type of ["keydown", "pointerdown"]) document.removeEventListener(type, preload);
    };
  }, []);

  useEffect(
    () =>
      onKeyboardDialog((name) => {
        // Without a connection it may not come; then there is nothing to show.
        const loaded: Promise<Open> = name === "menu" ? loadMenu() : loadHelp();
        loaded.then((component) => setDialog(() => component)).catch(() => undefined);
      }),
    [],
  );

  // The next one may have come already.
  const close = () => setDialog((shown: Open | undefined) => (shown === Dialog ? undefined : shown));
  return Dialog && <Dialog onClose={close} onHelp={() => openKeyboardDialog("help")} />;
}
