/** A site's colour as a small mark. An SVG, because the page's policy refuses inline styles. */
export function SiteDot({ color }: { color: string | undefined }) {
  return <svg color={color ?? "transparent"} className="site-dot" aria-hidden="true" />;
}
