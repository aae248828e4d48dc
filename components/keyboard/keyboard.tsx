"use client";

import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { commandKey, pressedKey } from "#client/pressed-key.ts";
import { areKeysHeld, type CommandName, isOfSelection, runCommand } from "#components/ui/commands.ts";
import { isTaken } from "#components/ui/is-taken.ts";
import { preferences } from "#components/ui/preferences.ts";
import { onKeyboardDialog, openKeyboardDialog } from "./keyboard-dialog.ts";

const COMMANDS: Record<string, CommandName> = {
  j: "next",
  k: "previous",
  x: "select",
  r: "reply",
  n: "note",
  e: "toggle",
  d: "settle",
  u: "unread",
  s: "star",
  b: "snooze",
  l: "label",
  t: "take",
  a: "assign",
  "!": "spam",
  z: "undo",
};

const SHIFTED: Record<string, CommandName> = { t: "giveBack" };

const loadMenu = () => import("./command-menu.tsx").then(({ CommandMenu }) => CommandMenu);
const loadHelp = () => import("./shortcuts-dialog.tsx").then(({ ShortcutsDialog }) => ShortcutsDialog);

type DialogComponent = ComponentType<{ onClose: () => void; onHelp: () => void }>;

const STEPS: CommandName[] = ["next", "previous"];

const OF_ANY_ROW: CommandName[] = [...STEPS, "select", "undo"];

// If a row has the focus, a command would be about that row, not the open conversation.
const isAboutAnother = (command: CommandName) =>
  !OF_ANY_ROW.includes(command) &&
  !isOfSelection(command) &&
  document.activeElement?.closest("[data-row]:not([aria-current])");

/** Listens for shortcuts. The dialogs are loaded on demand. */
export function Keyboard() {
  const [open, setOpen] = useState<{ Dialog: DialogComponent; turn: number }>();

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (commandKey(event) === "k") {
      event.preventDefault();
      if (!event.repeat && !document.querySelector("dialog[open]")) openKeyboardDialog("menu");
      return;
    }
    const key = pressedKey(event);
    if (!key || areKeysHeld() || isTaken(event.target) || preferences.get("shortcuts") === "off") return;
    const command = (event.shiftKey ? SHIFTED[key] : undefined) ?? COMMANDS[key];
    // Holding a key repeats steps, and nothing else.
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

  // Preloads on the first input, so that the menu is ready before its first letter is typed.
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
        // Offline, it may fail to load. Then there's nothing to show.
        const loaded: Promise<DialogComponent> = name === "menu" ? loadMenu() : loadHelp();
        loaded
          .then((Dialog) => setOpen((before) => ({ Dialog, turn: (before?.turn ?? 0) + 1 })))
          .catch(() => undefined);
      }),
    [],
  );

  if (!open) return null;
  const { Dialog, turn } = open;
  // Another dialog, or the same one again, may have opened already.
  const close = () => setOpen((shown) => (shown === open ? undefined : shown));
  return <Dialog key={turn} onClose={close} onHelp={() => openKeyboardDialog("help")} />;
}
