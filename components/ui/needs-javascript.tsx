import { generalCopy } from "#components/catalogs/general.ts";

/** Says why nothing happens, to a browser that runs no scripts: every form is sent by one. */
export function NeedsJavaScript() {
  return (
    <noscript>
      <p className="px-6 py-4 text-center font-medium text-balance">{generalCopy.needsJavaScript}</p>
    </noscript>
  );
}
