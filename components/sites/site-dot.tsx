/** A dot in the site's color. An SVG, because the page's policy forbids inline styles. */
export function SiteDot({ color }: { color: string | undefined }) {
  return <svg color={color ?? "transparent"} className="site-dot" aria-hidden="true" />;
}
