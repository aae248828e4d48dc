import { MessageCircle } from "lucide-react";
import type { ReactNode } from "react";

export function AuthHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="mb-8">
      <p className="mb-8 flex items-center gap-2 font-semibold">
        <MessageCircle size={20} aria-hidden className="text-accent" />
        Site Inbox
      </p>
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
      <p className="mt-1 text-lg text-quiet">{children}</p>
    </header>
  );
}
