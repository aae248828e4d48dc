import { shellCopy } from "#components/catalogs/shell.ts";

export const MAIN_ID = "main";

export function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="fixed start-2 top-2 z-10 -translate-y-20 rounded-lg bg-accent px-3 py-2 font-medium text-on-accent focus:translate-y-0"
    >
      {shellCopy.skipToContent}
    </a>
  );
}
