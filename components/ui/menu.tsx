"use client";

import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { AppLink } from "./app-link.tsx";
import { classNames } from "./class-names.ts";

type Props = {
  label: ReactNode;
  /** Names an icon for those who point at it. */
  title?: string;
  look?: "words" | "icon" | "rail";
  side?: "below" | "above";
  align?: "start" | "end";
  /** Marks it as the area that the page belongs to. */
  isHere?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
};

/** The looks of an item of the rail, on phones the bar below the page. */
export const railItemClass =
  "flex h-14 flex-col items-center justify-center gap-1 text-xs font-medium text-quiet transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-[current]:text-accent md:h-13 md:rounded-lg md:aria-[current]:bg-accent-soft md:hover:bg-sunken";

const SIDES = { below: "top-full mt-1", above: "bottom-full mb-1" };
const BESIDE_RAIL = "max-md:end-2 max-md:bottom-full max-md:mb-1 md:start-full md:top-0 md:ms-3";

const LOOKS = {
  words: "min-w-0 gap-1.5 rounded-md px-2 py-1.5 text-sm font-medium pointer-coarse:py-2.5",
  icon: "size-9 justify-center rounded-lg pointer-coarse:size-11",
  rail: railItemClass,
};

/**
 * A list behind a button, which opens without JavaScript. With it, it also closes on Escape, on a choice and when the
 * focus leaves.
 */
export function Menu({
  label,
  title,
  look = "words",
  side = "below",
  align = "end",
  isHere = false,
  onToggle,
  children,
}: Props) {
  const isInRail = look === "rail";
  return (
    <details
      // It may have been opened before there was JavaScript.
      ref={(details) => {
        if (details?.open) onToggle?.(true);
      }}
      className={classNames(
        "relative min-w-0",
        isInRail ? "flex-1 md:mx-2 md:flex-none" : align === "end" && "ms-auto",
      )}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector("summary")?.focus();
      }}
      onClick={(event) => {
        const choice = event.target instanceof Element && event.target.closest("a, button");
        if (!choice) return;
        // If a choice opens a dialog, the focus later returns to an element that still exists.
        const isFocusInside = event.currentTarget.contains(document.activeElement);
        if (choice.matches("button") && isFocusInside) event.currentTarget.querySelector("summary")?.focus();
        event.currentTarget.open = false;
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
      }}
    >
      <summary
        title={title}
        aria-current={isHere ? "true" : undefined}
        className={classNames(
          "list-none [&::-webkit-details-marker]:hidden",
          !isInRail && "flex items-center text-quiet transition-colors hover:bg-sunken hover:text-ink",
          LOOKS[look],
        )}
      >
        {label}
      </summary>
      {/* Focusable, because pressing a button without focus would otherwise close the menu before the click. */}
      <ul
        tabIndex={-1}
        className={classNames(
          "rise absolute z-10 max-h-[max(50dvh,16rem)] w-60 overflow-y-auto rounded-xl border border-line bg-surface p-1 shadow-[0_8px_32px_var(--shade)]",
          isInRail ? BESIDE_RAIL : [SIDES[side], align === "end" ? "end-0" : "start-0"].join(" "),
        )}
      >
        {children}
      </ul>
    </details>
  );
}

/** One of several pages in a menu, with a check mark if it's the current one. */
export function MenuLink({ path, isOn, children }: { path: string; isOn: boolean; children: ReactNode }) {
  return (
    <li>
      <AppLink href={path} aria-current={isOn ? "true" : undefined} className={menuItemClass}>
        {children}
        {isOn && <Check size={16} aria-hidden className="ms-auto shrink-0" />}
      </AppLink>
    </li>
  );
}

type ButtonProps = Omit<ComponentProps<"button">, "type"> & { isDangerous?: boolean | undefined };

/** An action in a menu. `className` is for its list item. */
export function MenuButton({ isDangerous, className, ...button }: ButtonProps) {
  return (
    <li className={className}>
      <button {...button} type="button" className={classNames(menuItemClass, isDangerous && "text-danger")} />
    </li>
  );
}

export const menuItemClass =
  "flex min-h-9 w-full items-center gap-2 rounded-lg px-2.5 py-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11";
