import type { Site } from "#prisma-client";
import { SiteAppearance } from "./schema.ts";

type Columns = Pick<
  Site,
  ("mark" | "headerStyle" | "theme") | ("launcherIcon" | "launcherSize" | "corner" | "offsetX" | "offsetY" | "radius")
>;

/** Returns a site's looks as the API has them. The table's constraints are the schema's. */
export const appearanceOf = (columns: Columns): SiteAppearance =>
  SiteAppearance.parse({
    mark: columns.mark,
    header: columns.headerStyle,
    launcherIcon: columns.launcherIcon,
    launcherSize: columns.launcherSize,
    corner: columns.corner,
    offsetX: columns.offsetX,
    offsetY: columns.offsetY,
    radius: columns.radius,
    theme: columns.theme,
  });
