"use client";

import { ArrowDown, ArrowUp, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { greetingsCopy } from "#components/catalogs/greetings.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { PreviewedWidget } from "#components/widget-preview/shown-widget.ts";
import { GREETING_LIMITS } from "#lib/sites/greetings/limits.ts";
import type { GreetingJson, UpdateGreetingBody } from "#lib/sites/greetings/schema.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import type { WordsOfSite } from "#lib/sites/words/schema.ts";
import { GreetingForm, languageNames } from "./greeting-form.tsx";

type Props = { site: SiteJson; words: WordsOfSite; widget: PreviewedWidget; greetings: GreetingJson[] };

/** A site's greetings in their order, each with its switch. */
export function GreetingList({ greetings, ...about }: Props) {
  const siteId = about.site.id;
  const router = useRouter();
  const list = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<GreetingJson | "new">();
  const [deleting, setDeleting] = useState<GreetingJson>();
  const [done, setDone] = useState<string>();
  const [failed, setFailed] = useState<string>();

  const leave = (result?: string) => {
    setEditing(undefined);
    setDone(result);
    list.current?.focus();
  };
  const edit = (one: GreetingJson | "new") => {
    setDone(undefined);
    setEditing(one);
  };
  const change = async (id: string, body: UpdateGreetingBody) => {
    const result = await callApi(`/sites/${siteId}/greetings/${id}`, { method: "PATCH", body });
    setFailed(result.ok ? undefined : result.problem.words);
    setDone(result.ok ? greetingsCopy.saved : undefined);
    router.refresh();
    return result.ok;
  };
  const remove = async ({ id }: GreetingJson) => {
    const result = await callDelete(`/sites/${siteId}/greetings/${id}`);
    if (!result.ok) return result.problem.words;
    setDeleting(undefined);
    router.refresh();
    leave(greetingsCopy.saved);
    return undefined;
  };
  const formOf = (greeting: GreetingJson | undefined) => (
    <GreetingForm
      {...about}
      greeting={greeting}
      onCancel={() => leave()}
      onSaved={() => {
        router.refresh();
        leave(greetingsCopy.saved);
      }}
    />
  );

  return (
    <div ref={list} tabIndex={-1} className="grid gap-6 *:min-w-0 focus:outline-none">
      {editing === "new" ? formOf(undefined) : <AddGreeting count={greetings.length} onAdd={() => edit("new")} />}
      <Notice tone="done">{done}</Notice>
      <Notice tone="problem">{failed}</Notice>
      <ol aria-label={greetingsCopy.list} className="divide-y divide-line border-y border-line empty:hidden">
        {greetings.map((greeting, at) => (
          <li key={greeting.id} className="py-3">
            {editing !== "new" && editing?.id === greeting.id ? (
              formOf(greeting)
            ) : (
              <Row
                greeting={greeting}
                isFirst={at === 0}
                isLast={at === greetings.length - 1}
                onSwitch={(active) => change(greeting.id, { active })}
                onMove={(by) => change(greeting.id, { position: at + by })}
                onEdit={() => edit(greeting)}
                onDelete={() => setDeleting(greeting)}
              />
            )}
          </li>
        ))}
      </ol>
      {deleting && (
        <ConfirmDialog
          title={greetingsCopy.deleteTitle(<bdi>{deleting.name}</bdi>)}
          action={greetingsCopy.deleteAction}
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(undefined)}
        >
          {greetingsCopy.deleteHint}
        </ConfirmDialog>
      )}
    </div>
  );
}

function AddGreeting({ count, onAdd }: { count: number; onAdd: () => void }) {
  const { perSite } = GREETING_LIMITS;
  if (count >= perSite) return <p className="text-quiet">{greetingsCopy.full(perSite)}</p>;
  return (
    <div className="grid justify-items-start gap-6">
      {count === 0 && <p className="text-quiet">{greetingsCopy.none}</p>}
      <Button look={count === 0 ? "primary" : "plain"} onClick={onAdd}>
        <Plus size={16} aria-hidden />
        {greetingsCopy.add}
      </Button>
    </div>
  );
}

type RowProps = {
  greeting: GreetingJson;
  isFirst: boolean;
  isLast: boolean;
  /** Returns whether that worked. */
  onSwitch: (active: boolean) => Promise<boolean>;
  onMove: (by: 1 | -1) => void;
  onEdit: () => void;
  onDelete: () => void;
};

function Row({ greeting, isFirst, isLast, onSwitch, onMove, onEdit, onDelete }: RowProps) {
  const { name, text, active } = greeting;
  const [isOn, setOn] = useState(active);
  // Shown at once, and taken back if it fails.
  const turn = async (next: boolean) => {
    setOn(next);
    if (!(await onSwitch(next))) setOn(!next);
  };
  return (
    <div className="flex min-h-10 max-w-160 flex-wrap items-center gap-x-3 gap-y-1">
      <input
        type="checkbox"
        aria-label={greetingsCopy.isOn(name)}
        checked={isOn}
        onChange={(event) => void turn(event.currentTarget.checked)}
        className="size-4 shrink-0 accent-accent pointer-coarse:size-5"
      />
      <div className="min-w-0 flex-1 basis-60">
        <p className="truncate font-medium">
          <bdi>{text}</bdi>
        </p>
        <p className="truncate text-sm text-quiet">
          <bdi className="font-mono">{name}</bdi> · {whenWords(greeting)}
        </p>
      </div>
      <span className="-me-3 flex max-sm:-ms-3">
        <IconButton
          label={greetingsCopy.up(name)}
          isOff={isFirst}
          icon={<ArrowUp size={16} aria-hidden />}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={greetingsCopy.down(name)}
          isOff={isLast}
          icon={<ArrowDown size={16} aria-hidden />}
          onClick={() => onMove(1)}
        />
        <Button look="quiet" onClick={onEdit} aria-label={greetingsCopy.editOne(name)}>
          {greetingsCopy.edit}
        </Button>
        <Button look="quiet" onClick={onDelete} aria-label={greetingsCopy.deleteOne(name)}>
          {greetingsCopy.delete}
        </Button>
      </span>
    </div>
  );
}

/** Says when a greeting is shown. */
function whenWords({ name, pages, afterSeconds, languages, hours, onlyByName }: GreetingJson): string {
  const { byName, after, languages: inLanguages } = greetingsCopy.when;
  return [
    onlyByName
      ? byName(`SiteInbox('greet', '${name}')`)
      : after(pages.join(", ") || greetingsCopy.allPages, afterSeconds),
    ...(languages.length > 0 ? [inLanguages(languageNames(languages))] : []),
    ...(hours === "any" ? [] : [greetingsCopy.times[hours]]),
  ].join(", ");
}
