import { generalCopy } from "#components/catalogs/general.ts";

function webAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}

/** Returns the URL in readable form, unless that has invisible characters or ones that reverse the text. */
function readable({ href }: URL): string {
  const short = href.replace(/^https?:\/\//, "");
  try {
    const decoded = decodeURI(short);
    return /[\s\p{Cc}\p{Cf}]/u.test(decoded) ? short : decoded;
  } catch {
    return short;
  }
}

/** Shows the page that a visitor wrote from. The URL is untrusted: only http and https become a link. */
export function PageLink({ address }: { address: string }) {
  const url = webAddress(address);
  if (!url) return <bdi>{address}</bdi>;
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="underline decoration-edge underline-offset-3 hover:text-ink hover:decoration-current"
    >
      <bdi>{readable(url)}</bdi>
      <span className="sr-only"> {generalCopy.opensInNewTab}</span>
    </a>
  );
}
