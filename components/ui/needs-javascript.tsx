import { generalCopy } from "#components/catalogs/general.ts";

/** Tells browsers without JavaScript why forms don't work. */
export function NeedsJavaScript() {
  return (
    <noscript>
      <p className="px-6 py-4 text-center font-medium text-balance">{generalCopy.needsJavaScript}</p>
    </noscript>
  );
}
