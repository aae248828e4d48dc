import { readFileSync } from "node:fs";
import type { Access } from "#lib/base/access/scopes.ts";

type Cell = "yes" | "no" | "all sites";

/** A row of docs/roles.md: a route as tests/support/route-objects.ts names it, and who may call it. */
export type RoleRow = {
  name: string;
  access: Access;
  cells: { agent: Cell; admin: Cell; owner: Cell };
  /** What needs a higher role, as in "admin if it's shared". */
  higher: { role: "admin" | "owner"; when: string }[];
};

const ROW = /^\| `(.+?)` \| (\w+) \| ([\w ]+) \| ([\w ]+) \| ([\w ]+) \| (.*?) ?\|$/gm;

/** Reads docs/roles.md. */
export function rolesTable(): RoleRow[] {
  const document = readFileSync("docs/roles.md", "utf8");
  return [...document.matchAll(ROW)].map(([, name = "", access, agent, admin, owner, higher = ""]) => ({
    name: name.replaceAll("{", "[").replaceAll("}", "]"),
    access: access as Access,
    cells: { agent: agent as Cell, admin: admin as Cell, owner: owner as Cell },
    higher: higher.split("; ").flatMap((one) => {
      const [, role, when = ""] = /^(\w+) if (.+)$/.exec(one) ?? [];
      return role ? [{ role: role as "admin" | "owner", when }] : [];
    }),
  }));
}
