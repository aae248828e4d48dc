import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

type Look = "primary" | "plain" | "quiet" | "danger";

const SHAPE =
  "inline-flex min-h-9 items-center justify-center gap-2 rounded-lg px-3 py-1.5 font-medium transition-colors pointer-coarse:min-h-11";

const LOOKS: Record<Look, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  plain: "border border-edge/60 bg-surface text-ink hover:bg-hover",
  quiet: "text-quiet hover:bg-sunken hover:text-ink",
  danger: "bg-danger text-on-danger hover:bg-danger-strong",
};

/** The button's style, for links that look like buttons. */
export const buttonClass = (look: Look = "plain", more?: string) => classNames(SHAPE, LOOKS[look], more);

type Props = Omit<ComponentProps<"button">, "className"> & {
  look?: Look;
  /** While busy, another click does nothing, and the button keeps the focus. */
  busy?: boolean;
};

export function Button({ look = "plain", busy = false, type = "button", onClick, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      className={buttonClass(look, "aria-disabled:opacity-60")}
    />
  );
}
