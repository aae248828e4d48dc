import { classNames } from "./class-names.ts";

type Props = { color: string | undefined; className?: string };

/** A dot in the site's color. An SVG, because the page's policy forbids inline styles. */
export function SiteDot({ color, className }: Props) {
  return <svg color={color ?? "transparent"} className={classNames("site-dot", className)} aria-hidden="true" />;
}
