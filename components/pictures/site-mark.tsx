import { textColorOn } from "#lib/sites/sites/contrast.ts";
import { Logo } from "./picture.tsx";

type Props = { name: string; color: string; ink?: string; logoUrl?: string | undefined };

/** A site's logo, or its first letter on its color. */
export function SiteMark({ name, color, ink = textColorOn(color), logoUrl }: Props) {
  if (logoUrl) return <Logo url={logoUrl} />;
  const [first] = new Intl.Segmenter().segment(name.trim());
  return (
    <svg viewBox="0 0 28 28" className="size-7 shrink-0" aria-hidden="true">
      <circle cx="14" cy="14" r="13.5" fill={color} stroke="#808080" strokeOpacity="0.25" />
      <text x="14" y="18.5" textAnchor="middle" fontSize="13" fontWeight="600" fill={ink}>
        {first?.segment.toLocaleUpperCase("en") ?? ""}
      </text>
    </svg>
  );
}
