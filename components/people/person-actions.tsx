"use client";

import { Ban, Download, Ellipsis, FolderDown, Merge, UserX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { peopleCopy } from "#components/catalogs/people.tsx";
import { EraseDialog } from "#components/conversation/erase-dialog.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { DownloadLink } from "#components/ui/download-link.tsx";
import { Menu, MenuButton, menuItemClass } from "#components/ui/menu.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { useOpenPage } from "#components/ui/use-open-page.ts";
import { outranks } from "#lib/base/access/scopes.ts";
import type { PersonJson } from "#lib/desk/people/schema.ts";
import { FindPerson, MergeInto } from "./merge-person.tsx";
import { personName } from "./person-name.ts";
import { useMerged } from "./person-view.tsx";

// Erasing a person with many messages takes a while.
const PATIENCE_MS = 90_000;

/** What can be done with a person: merging by everyone, the rest by admins. */
export function PersonActions({ person }: { person: PersonJson }) {
  const router = useRouter();
  const isAdmin = outranks(useLive().role, "admin");
  const merged = useMerged();
  const [asking, setAsking] = useState<"find" | "block" | "erase">();
  const [other, setOther] = useState<PersonJson>();
  const [problem, setProblem] = useState<string>();
  const { id } = person;
  const close = () => setAsking(undefined);

  const setBlocked = async (blocked: boolean) => {
    const result = await callApi(`/people/${id}`, { method: "PATCH", body: { blocked } });
    if (!result.ok) return result.problem.detail ?? result.problem.words;
    router.refresh();
    return undefined;
  };
  const toggleBlocked = () => (person.blocked ? void setBlocked(false).then(setProblem) : setAsking("block"));

  return (
    <div className="grid justify-items-end gap-2">
      <div className="flex items-center gap-2">
        <Button onClick={() => setAsking("find")}>
          <Merge size={16} aria-hidden />
          {peopleCopy.mergeWith}
        </Button>
        {isAdmin && (
          <Menu
            look="icon"
            title={peopleCopy.more}
            label={
              <>
                <Ellipsis size={16} aria-hidden />
                <span className="sr-only">{peopleCopy.more}</span>
              </>
            }
          >
            <MenuButton onClick={toggleBlocked}>
              <Ban size={16} aria-hidden />
              {person.blocked ? peopleCopy.unblock : peopleCopy.block}
            </MenuButton>
            <li>
              <DownloadLink href={`/visitors/${id}/export?format=json`} className={menuItemClass}>
                <Download size={16} aria-hidden />
                {peopleCopy.export}
              </DownloadLink>
            </li>
            <li>
              <DownloadLink href={`/visitors/${id}/export?format=zip`} className={menuItemClass}>
                <FolderDown size={16} aria-hidden />
                {peopleCopy.exportFiles}
              </DownloadLink>
            </li>
            <MenuButton onClick={() => setAsking("erase")} isDangerous>
              <UserX size={16} aria-hidden />
              {peopleCopy.erase}
            </MenuButton>
          </Menu>
        )}
      </div>
      <Notice tone="problem">{problem}</Notice>
      {asking === "find" && !other && <FindPerson person={person} onChoose={setOther} onClose={close} />}
      {other && (
        <MergeInto
          from={other}
          into={person}
          onDone={() => {
            setOther(undefined);
            close();
            merged(other.id);
          }}
          onClose={() => {
            setOther(undefined);
            close();
          }}
        />
      )}
      {asking === "block" && <BlockPerson person={person} onConfirm={() => setBlocked(true)} onClose={close} />}
      {asking === "erase" && <ErasePerson person={person} onClose={close} />}
    </div>
  );
}

type BlockProps = { person: PersonJson; onConfirm: () => Promise<string | undefined>; onClose: () => void };

function BlockPerson({ person, onConfirm, onClose }: BlockProps) {
  const block = async () => {
    const problem = await onConfirm();
    if (problem === undefined) onClose();
    return problem;
  };
  return (
    <ConfirmDialog
      title={peopleCopy.blockTitle(<bdi>{personName(person)}</bdi>)}
      action={peopleCopy.block}
      onConfirm={block}
      onClose={onClose}
    >
      <p>{peopleCopy.blockHint}</p>
      {person.visitorCount > 1 && <p className="mt-2">{peopleCopy.andOthers(person.visitorCount - 1)}</p>}
    </ConfirmDialog>
  );
}

function ErasePerson({ person, onClose }: { person: PersonJson; onClose: () => void }) {
  const router = useRouter();
  const openPage = useOpenPage();
  const erase = async () => {
    const path = `/visitors/${person.id}?visitors=${person.visitorCount}`;
    const result = await callDelete(path, { patienceMs: PATIENCE_MS });
    if (!result.ok) return result;
    showToast({ words: peopleCopy.erased });
    openPage("/people");
    return result;
  };
  return (
    <EraseDialog
      title={peopleCopy.eraseTitle(<bdi>{personName(person)}</bdi>)}
      hint={peopleCopy.eraseHint(person.visitorCount)}
      action={peopleCopy.erase}
      onErase={erase}
      onChanged={() => router.refresh()}
      onClose={onClose}
    />
  );
}
