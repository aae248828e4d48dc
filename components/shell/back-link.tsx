import { ArrowLeft } from "lucide-react";
import { AppLink } from "#components/ui/app-link.tsx";

export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <AppLink
      href={href}
      className="mb-4 -ms-1 inline-flex items-center gap-1.5 rounded px-1 py-1 text-sm font-medium text-quiet hover:text-ink"
    >
      <ArrowLeft size={16} aria-hidden />
      {label}
    </AppLink>
  );
}
