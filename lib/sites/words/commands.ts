import { type Transaction, transaction } from "#platform/database/database.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockSite } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { noteAwayWords } from "../sites/statements.ts";
import type { PutWordsBody } from "./schema.ts";

type Named = { siteId: string; language: string };

/** Sets the given texts of a language. A null one is removed, and the others stay. Throws `not_found` for the site. */
export const putWords = (
  scope: OwnerScope,
  named: Named,
  { starterQuestions, ...texts }: PutWordsBody,
): Promise<void> =>
  changeWords(scope, named, async (tx) => {
    const known = await tx.siteWords.findUnique({ where: { siteId_language: named } });
    if (texts.awayText !== undefined && texts.awayText !== (known?.awayText ?? null))
      await tx.query(noteAwayWords(scope, named.siteId));
    const data = { ...texts, ...(starterQuestions !== undefined && { starterQuestions: starterQuestions ?? [] }) };
    const { siteId: _, language: __, ...all } = { ...known, ...named, ...data };
    if (Object.values(all).every((text) => !text?.length)) await tx.siteWords.deleteMany({ where: named });
    else await tx.siteWords.upsert({ where: { siteId_language: named }, create: { ...named, ...all }, update: data });
  });

/** Removes a language's texts, so that visitors get the site's own. Throws `not_found` for the site. */
export const deleteWords = (scope: OwnerScope, named: Named): Promise<void> =>
  changeWords(scope, named, async (tx) => {
    const { count } = await tx.siteWords.deleteMany({ where: { ...named, awayText: { not: null } } });
    if (count > 0) await tx.query(noteAwayWords(scope, named.siteId));
    else await tx.siteWords.deleteMany({ where: named });
  });

const changeWords = (scope: OwnerScope, { siteId }: Named, change: (tx: Transaction) => Promise<void>): Promise<void> =>
  transaction(async (tx) => {
    // So that of two changes at once, the later one knows the other's texts.
    await lockSite(scope, siteId, tx);
    await change(tx);
    await tx.query(storeActivity({ scope, action: "site.changed", siteId, data: { fields: ["words"] } }));
    tx.afterCommit(() => publishChange({ kind: "settings", workspaceId: scope.workspaceId, about: "sites", siteId }));
  });
