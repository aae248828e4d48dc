import type { NewSiteCard } from "./commands.ts";
import type { SiteCard } from "./queries.ts";
import type { NewSiteCardResponse, SiteCardJson } from "./schema.ts";

export const toSiteCardJson = ({ url, createdAt, isReadable }: SiteCard): SiteCardJson => ({
  url,
  ...(!isReadable && { unreadable: true as const }),
  createdAt: createdAt.toISOString(),
});

export const toNewSiteCardJson = ({ card, secret }: NewSiteCard): NewSiteCardResponse => ({
  card: toSiteCardJson(card),
  ...(secret !== null && { secret }),
});
