import { generalCopy } from "#components/catalogs/general.ts";

function webAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}

/** The address as people read it, unless that would show what cannot be seen or turns the text around. */
function readable({ href }: URL): string {
  const short = href.replace(/^https?:\/\//, "");
  try {
    const decoded = decodeURI(short);
    return /[\s\p{Cc}\p{Cf}]/u.test(decoded) ? short : decoded;
  } catch {
    return short;
  }
}

/** The page that a visitor wrote from. Its address came from outside: only a web address becomes a link. */
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
