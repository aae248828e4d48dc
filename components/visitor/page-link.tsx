import { generalCopy } from "#components/catalogs/general.ts";

function webAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}

/** Returns the URL in readable form, unless that has invisible characters or ones that reverse the text. */
function readable({ href, pathname, search, hash }: URL, isShort: boolean): string {
  const short = isShort ? pathname + search + hash : href.replace(/^https?:\/\//, "");
  try {
    const decoded = decodeURI(short);
    return /[\s\p{Cc}\p{Cf}]/u.test(decoded) ? short : decoded;
  } catch {
    return short;
  }
}

/**
 * Shows a page that a visitor was on, without its host if it's to be short. The URL is untrusted: only http and https
 * become a link.
 */
export function PageLink({ address, isShort = false }: { address: string; isShort?: boolean }) {
  const url = webAddress(address);
  if (!url) return <bdi>{address}</bdi>;
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="underline decoration-edge underline-offset-3 hover:text-ink hover:decoration-current"
    >
      <bdi>{readable(url, isShort)}</bdi>
      <span className="sr-only"> {generalCopy.opensInNewTab}</span>
    </a>
  );
}
