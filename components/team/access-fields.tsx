"use client";

import { useId, useState } from "react";
import { rolesCopy } from "#components/catalogs/roles.ts";
import { teamCopy } from "#components/catalogs/team.tsx";
import { RadioCards } from "#components/ui/radio-cards.tsx";
import { SiteDot } from "#components/ui/site-dot.tsx";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import type { GivenRole } from "#lib/team/members/schema.ts";

export type TeamSite = Pick<SiteJson, "id" | "name" | "accentColor">;

/** A role, and the sites it's for. Null: all of them. */
export type GivenAccess = { role: GivenRole; siteIds: string[] | null };

const ROLES: readonly GivenRole[] = ["agent", "admin"];

/** Reads the fields below. */
export const readAccess = (form: FormData): GivenAccess => ({
  role: form.get("role") === "admin" ? "admin" : "agent",
  siteIds: form.get("reach") === "chosen" ? form.getAll("siteId").map(String) : null,
});

type Props = {
  initial: GivenAccess;
  sites: readonly TeamSite[];
  /** Whether all sites may be given. */
  mayGiveAll: boolean;
  error?: string | undefined;
};

/** The fields of a form that gives someone a role and sites. */
export function AccessFields({ initial, sites, mayGiveAll, error }: Props) {
  const id = useId();
  const isChosenFirst = initial.siteIds !== null || !mayGiveAll;
  const [isChosen, setChosen] = useState(isChosenFirst);
  return (
    <>
      <RadioCards
        label={teamCopy.role}
        name="role"
        options={ROLES.map((role) => [role, rolesCopy[role], teamCopy.roleHints[role]])}
        defaultValue={initial.role}
      />
      <fieldset aria-describedby={error ? `${id}-error` : undefined}>
        <legend className="mb-1.5 font-medium">{teamCopy.access}</legend>
        <div className="grid gap-1">
          {mayGiveAll && (
            <label className={ROW}>
              <input
                type="radio"
                name="reach"
                value="all"
                defaultChecked={!isChosenFirst}
                onChange={() => setChosen(false)}
                className="size-4 accent-accent"
              />
              {teamCopy.accessAll}
            </label>
          )}
          <label className={ROW}>
            <input
              type="radio"
              name="reach"
              value="chosen"
              defaultChecked={isChosenFirst}
              onChange={() => setChosen(true)}
              className="size-4 accent-accent"
            />
            {teamCopy.accessChosen}
          </label>
          {isChosen && (
            <ul className="ms-6 max-h-60 overflow-y-auto">
              {sites.map(({ id: siteId, name, accentColor }) => (
                <li key={siteId}>
                  <label className={ROW}>
                    <input
                      type="checkbox"
                      name="siteId"
                      value={siteId}
                      defaultChecked={initial.siteIds?.includes(siteId) ?? false}
                      className="size-4 shrink-0 accent-accent"
                    />
                    <SiteDot color={accentColor} />
                    <bdi className="min-w-0 truncate">{name}</bdi>
                  </label>
                </li>
              ))}
            </ul>
          )}
        </div>
        {error && (
          <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
            {error}
          </p>
        )}
      </fieldset>
    </>
  );
}

const ROW = "flex min-h-9 cursor-pointer items-center gap-3 pointer-coarse:min-h-11";
