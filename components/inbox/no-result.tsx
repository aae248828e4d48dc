import { AppLink } from "#components/ui/app-link.tsx";
import { type InboxFilter, inboxPath } from "./inbox-filter.ts";

const WORDS = {
  open: "No open conversations",
  closed: "No closed conversations",
  all: "No conversations",
};

/** A filter that finds nothing, and the way out of it. */
export function NoResult({ filter }: { filter: InboxFilter }) {
  return (
    <div className="px-5 py-6">
      <p className="text-quiet">
        {WORDS[filter.status]}
        {filter.siteId ? " of this site." : "."}
      </p>
      <p className="mt-2">
        <AppLink href={inboxPath({ status: "all" })} className="font-medium text-accent underline underline-offset-3">
          Show all conversations
        </AppLink>
      </p>
    </div>
  );
}
