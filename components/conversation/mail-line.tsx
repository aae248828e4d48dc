import { mailInCopy } from "#components/catalogs/mail-in.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { DownloadLink } from "#components/ui/download-link.tsx";
import { outranks } from "#lib/base/access/scopes.ts";
import type { MessageMailJson } from "#lib/desk/messages/schema.ts";
import { FormattedText } from "./formatted-text.tsx";

type Props = {
  mail: MessageMailJson;
  originalUrl: string;
  /** Who wrote it, if the team did: the original is theirs alone. */
  writerId: string | undefined;
};

/** Says who a message came from by email, and has what's folded away of it. */
export function MailLine({ mail, originalUrl, writerId }: Props) {
  const { from, belief, believedBy, subject, rest, quoted, signature, cut = [], leftOut = [], originalUntil } = mail;
  const { role, userId } = useLive();
  const mayOpen = writerId === undefined ? outranks(role, "admin") : writerId === userId;
  const hasOriginal = mayOpen && originalUntil !== undefined;
  const hasMore = hasOriginal || [subject, rest, quoted, signature].some((part) => part !== undefined);
  return (
    <div className="mb-2 flex max-w-120 min-w-0 flex-col gap-1 px-1 text-xs text-quiet">
      <p className={belief === "other" ? "text-danger" : undefined}>
        {from === undefined
          ? mailInCopy.nobody
          : mailInCopy[belief](<bdi className="break-all">{from}</bdi>, <bdi className="break-all">{believedBy}</bdi>)}
      </p>
      {leftOut.map(({ name, reason }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and the list never changes.
        <p key={at}>{mailInCopy.leftOut[reason](<bdi className="break-all">{name}</bdi>)}</p>
      ))}
      {hasMore && (
        <details>
          <summary
            aria-label={mailInCopy.more}
            title={mailInCopy.more}
            className="inline-flex min-h-6 w-fit cursor-pointer list-none items-center rounded-full bg-sunken px-2 leading-none [&::-webkit-details-marker]:hidden"
          >
            …
          </summary>
          <div className="mt-1 flex flex-col gap-2">
            {subject !== undefined && <p dir="auto">{mailInCopy.subject(<bdi>{subject}</bdi>)}</p>}
            <Part title={mailInCopy.rest} text={rest} isCut={cut.includes("rest")} />
            <Part title={mailInCopy.quoted} text={quoted} isCut={cut.includes("quoted")} />
            <Part title={mailInCopy.signature} text={signature} isCut={cut.includes("signature")} />
            {hasOriginal && (
              <DownloadLink href={originalUrl} className="w-fit underline">
                {mailInCopy.original}
              </DownloadLink>
            )}
          </div>
        </details>
      )}
    </div>
  );
}

function Part({ title, text, isCut }: { title: string; text: string | undefined; isCut: boolean }) {
  if (text === undefined) return null;
  return (
    <div>
      <p className="font-medium">{title}</p>
      <div className="border-s-2 border-line ps-2 wrap-anywhere">
        <FormattedText text={text} />
      </div>
      {isCut && <p>{mailInCopy.cut}</p>}
    </div>
  );
}
