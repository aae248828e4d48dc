import { Circle, CircleCheck, TriangleAlert } from "lucide-react";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { RefreshOnSettings } from "#components/live/refresh-on-settings.tsx";
import { TimeAgo } from "#components/time/time-ago.tsx";
import type { SiteJson } from "#lib/sites/sites/schema.ts";

type Props = {
  tagSeen: SiteJson["tagSeen"];
  /** A page that loads the tag shows at once. */
  isLive?: boolean;
};

/** Where and when a site's tag was last seen. */
export function TagState({ tagSeen, isLive = false }: Props) {
  const host = <bdi>{tagSeen?.host}</bdi>;
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-quiet">
      {!tagSeen && <Circle size={16} aria-hidden className="shrink-0" />}
      {tagSeen?.allowed && <CircleCheck size={16} aria-hidden className="shrink-0 text-accent" />}
      {tagSeen?.allowed === false && <TriangleAlert size={16} aria-hidden className="shrink-0 text-danger" />}
      <span className="min-w-0">
        {!tagSeen && sitesCopy.tagUnseen}
        {tagSeen?.allowed && sitesCopy.tagSeen(host, <TimeAgo at={tagSeen.at} />)}
        {tagSeen?.allowed === false && sitesCopy.tagElsewhere(host)}
      </span>
      {isLive && <RefreshOnSettings />}
    </span>
  );
}
