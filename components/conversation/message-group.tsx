import { Moment } from "#components/time/moment.tsx";
import { classNames } from "#components/ui/class-names.ts";
import type { MessageGroup as Group } from "./group-messages.ts";

/** What one side wrote in one go, under one name and time. */
export function MessageGroup({ group, visitor }: { group: Group; visitor: string }) {
  const isOwn = group.sender === "owner";
  return (
    <li className={classNames("grid grid-cols-1", isOwn ? "justify-items-end" : "justify-items-start")}>
      <p className="mb-1 flex max-w-full items-baseline gap-2 px-1 text-xs text-quiet">
        <bdi className="min-w-0 truncate font-medium text-ink">{isOwn ? "You" : visitor}</bdi>
        <Moment at={group.at} form="clock" className="shrink-0" />
      </p>
      <ul
        className={classNames("grid w-full grid-cols-1 gap-0.5", isOwn ? "justify-items-end" : "justify-items-start")}
      >
        {group.messages.map(({ id, body }) => (
          <li key={id} className="max-w-[88%]">
            <p
              dir="auto"
              className={classNames(
                "w-fit max-w-120 rounded-xl px-3.5 py-2 whitespace-pre-wrap",
                isOwn ? "ms-auto bg-own" : "bg-sunken",
              )}
            >
              {body}
            </p>
          </li>
        ))}
      </ul>
    </li>
  );
}
