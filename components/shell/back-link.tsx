import { ArrowLeft } from "lucide-react";
import { AppLink } from "#components/ui/app-link.tsx";
import { classNames } from "#components/ui/class-names.ts";

type Props = { href: string; label: string; isForPhones?: boolean };

export function BackLink({ href, label, isForPhones = false }: Props) {
  return (
    <AppLink
      href={href}
      className={classNames(
        "mb-4 -ms-1 inline-flex max-w-full items-center gap-1.5 rounded px-1 py-1 text-sm font-medium text-quiet hover:text-ink pointer-coarse:py-2.5",
        isForPhones && "md:hidden",
      )}
    >
      <ArrowLeft size={16} aria-hidden className="shrink-0" />
      <bdi className="min-w-0 truncate">{label}</bdi>
    </AppLink>
  );
}
