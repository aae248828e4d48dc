import { outranks, type Role } from "#lib/base/access/scopes.ts";
import { declaredBy } from "#routes/declared-routes.ts";
import { type DeclaredEndpoint, type DeclaredStream, requiredAccess } from "#routes/endpoint.ts";
import { loadRoutes } from "../http/api-router.ts";

const INTRODUCTION = `# Roles

Everyone in a workspace has a role, and either all its sites or a chosen set. A role covers the sites its member has, and
each role includes the one before:

- An **agent** reads, replies, closes, labels and stars conversations.
- An **admin** also changes settings, blocks, exports and erases, and manages people up to admins.
- An **owner** also deletes sites and the workspace, decides how people log in, and makes other owners. Owners always
  have all sites.

What's on a site you don't have doesn't exist for you: the response is 404 \`not_found\`, as for an unknown id. If you can
see something but your role doesn't allow what you ask for, it's 403 \`not_permitted\`. An API key never exceeds its
person's role, and its scope limits it further.

\`npm run docs\` writes this table from the declarations of the routes, and tests try each row with each role. "All sites"
means that members with chosen sites can't do it. "Session" in the column of API keys means that no key can.
`;

type Declared = DeclaredEndpoint | DeclaredStream;
type Entry = { method: string; path: string; declared: Declared };

function cellOf({ declared }: Entry, role: Role): string {
  if (!("role" in declared)) return "yes";
  if (!outranks(role, declared.role.least)) return "no";
  return declared.role.allSites && role !== "owner" ? "all sites" : "yes";
}

const moreOf = ({ declared }: Entry): string =>
  "role" in declared ? declared.role.more.map(({ role, when }) => `${role} if ${when}`).join("; ") : "";

function rowOf(entry: Entry): string {
  const { method, path, declared } = entry;
  const cells = [
    `\`${method} ${path}\``,
    requiredAccess(method, declared),
    ...(["agent", "admin", "owner"] as const).map((role) => cellOf(entry, role)),
    moreOf(entry),
  ];
  return `| ${cells.join(" | ")} |`;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Returns docs/roles.md: who may call each route of a workspace. */
export async function rolesDocument(): Promise<string> {
  const entries = (await loadRoutes()).flatMap(({ pattern, handlers }) => {
    const endpoints = declaredBy(handlers) ?? {};
    return METHODS.flatMap((method): Entry[] => {
      const declared = endpoints[method];
      return declared?.caller === "owner" ? [{ method, path: pattern, declared }] : [];
    });
  });
  const rows = entries.toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path))).map(rowOf);
  return `${INTRODUCTION}
| method and path | API key | agent | admin | owner | needs more |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
}
