import type { ReactNode } from "react";

export function KeyCap({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-6 rounded-md border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-xs">
      {children}
    </kbd>
  );
}
