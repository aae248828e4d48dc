import type { ReactNode } from "react";

type IconButtonProps = { label: string; icon: ReactNode; isOff?: boolean; onClick: () => void };

/** A button with nothing but an icon. While it's off, it's invisible and keeps its place. */
export function IconButton({ label, icon, isOff = false, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onClick={onClick}
      disabled={isOff}
      className="grid size-9 shrink-0 place-items-center rounded-lg text-quiet transition-colors hover:bg-sunken hover:text-ink disabled:invisible pointer-coarse:size-11"
    >
      {icon}
    </button>
  );
}
