/** A site's colour as a small mark. An SVG, because the page's policy refuses inline styles. */
export function SiteDot({ color }: { color: string | undefined }) {
  return (
    <svg viewBox="0 0 8 8" className="size-2 shrink-0 text-edge" aria-hidden="true">
      <circle cx="4" cy="4" r="3.5" fill={color ?? "none"} stroke="currentColor" strokeOpacity="0.5" />
    </svg>
  );
}
