import type { SourceFile } from "./source-tree.ts";

export type Rule = {
  rule: string;
  why: string;
  /** What breaks the rule in a file, in words; nothing where it is kept. */
  broken(file: SourceFile, tree: SourceFile[]): string[];
  /** Invented sources that have to be found out, by the path that they would stand at. */
  examples: [path: string, source: string][];
};

const NOUN = /^lib\//;
// Each exported function takes a scope first.
const SCOPED = /^lib\/[\w-]+\/(queries|commands|erase-visitor|refuse-unknown)\.ts$/;
const SYSTEM = /^lib\/[\w/-]+\.system\.ts$/;
const NEEDS_THE_DATABASE = [
  // Infrastructure: connections, queues, counters and notifications, of nobody's rows.
  /^platform\/(database|jobs)\//,
  /^platform\/live\/(postgres-transport|channel)\.ts$/,
  /^platform\/limits\/postgres-store\.ts$/,
  // Finds the session, API key or visitor that a scope is made of.
  /^gate\//,
  SCOPED,
  // Reads and writes rows of every workspace, and says so in its name.
  SYSTEM,
  // Pieces of SQL that several files share. They run nothing.
  /^lib\/[\w-]+\/([\w-]+-)?statements\.ts$/,
  /^prisma\/seed/,
  /^server\//,
];
const READS_THE_ENVIRONMENT = [
  /^platform\/env\.ts$/,
  /^(next|prisma)\.config\.[jt]s$/,
  // These start processes, or prepare this one for Next, before there are settings.
  /^server\/launch(\.mjs|\/)/,
  /^server\/(next-environment|build|dot-env)\.ts$/,
  // Runs alone in a container.
  /^server\/check-health\.mjs$/,
  /^server\/database\/program\.ts$/,
  // The text that esbuild replaces in the panel.
  /^widget\/build\.ts$/,
  // Code for other people's servers, to be copied.
  /^components\/sites\/identity-code\.ts$/,
];
const COMPARED_OWNER =
  /\b(ownerId|workspaceId|visitorId)\s*[!=]==?\s*(?!null\b|undefined\b)\w+|[\w)\]]\s*[!=]==?\s*(\w+\??\.)*(ownerId|workspaceId|visitorId)\b/g;
const COMPARES_NO_OWNERS = [
  // What a body says about the visitor, with the token.
  /^lib\/visitors\/rules\.ts$/,
  // Whether a row of one list belongs to a row of another.
  /^lib\/exports\/queries\.ts$/,
  /^lib\/live-updates\/reconciler\.ts$/,
];
const HANDLERS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "dynamic"]);
const SERVER_ONLY = [
  /^platform\/(env|log|redis)\.ts$/,
  /^platform\/(database|crypto|http|jobs|live|limits|outgoing)\//,
  /^(gate|routes)\//,
  SCOPED,
  SYSTEM,
  /^server\//,
  /^#prisma-client$/,
  /^next\/headers$/,
  /^node:/,
  /^pg$/,
];
const ROUTE_FILE = /^app\/.*route\.ts$/;
const VAGUE = /(^|\/)(utils?|helpers?|misc|common|types|index|shared)\.[a-z.]+$/;
const WANTED_BY_NEXT =
  /^app\/.*\/?(page|layout|error|not-found|loading|template|global-error)\.tsx$|^[\w.-]+\.config\.[jt]s$/;

const matchesAny = (patterns: RegExp[], text: string) => patterns.some((pattern) => pattern.test(text));
const loads = ({ imports }: SourceFile, pattern: RegExp) =>
  imports.filter(({ from, typeOnly }) => !typeOnly && pattern.test(from)).map(({ from }) => `imports ${from}`);
const names = ({ imports }: SourceFile, pattern: RegExp) =>
  imports.filter(({ from }) => pattern.test(from)).map(({ from }) => `imports ${from}`);
const says = ({ source }: SourceFile, pattern: RegExp) =>
  [...source.matchAll(pattern)].map(([text]) => `says ${text.trim()}`);

function exportedNames(source: string): string[] {
  const lists = [...source.matchAll(/^export\s+(?:const\s+)?\{([^}]*)\}/gm)].flatMap(([, list = ""]) =>
    list.split(","),
  );
  const single = [...source.matchAll(/^export\s+(?:async\s+)?(?:const|function|class|type)\s+(\w+)/gm)].map(
    ([, name = ""]) => name,
  );
  return [
    ...lists.map(
      (name) =>
        name
          .split(/\bas\b/)
          .at(-1)
          ?.trim() ?? "",
    ),
    ...single,
  ].filter(Boolean);
}

const TAKES_A_SCOPE = /^(\w+|\{[^}]*\}):\s*(Owner|Visitor)Scope\b/;
// A search passes its scope on with what it looks for.
const HOLDS_A_SCOPE = /:\s*((Owner|Visitor)Scope|SearchInput)$/;

function functionsWithoutScope({ source }: SourceFile): string[] {
  const declared = source.matchAll(
    /^export\s+(?:async\s+)?function\*?\s+(\w+)(?:<[^(]*>)?\(\s*((?:\{[^}]*\}|\w+)?(?::\s*\w+)?)/gm,
  );
  // A function in another function's clothes, such as `export const f = curried(…)`, is one too.
  const assigned = source.matchAll(
    /^export\s+const\s+([a-z]\w*)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:\(\s*((?:\{[^}]*\}|\w+)?(?::\s*\w+)?))?/gm,
  );
  // One that isn't exported may not run SQL without a scope either, whatever its callers have checked.
  const querying = [
    ...source.matchAll(
      /^(?:async\s+)?function\*?\s+(\w+)(?:<[^(]*>)?\(\s*((?:\{[^}]*\}|\w+)?(?::\s*\w+)?)[\s\S]*?^\}/gm,
    ),
  ].filter(([text]) => /\bquery(Prepared)?[<(]/.test(text));
  return [
    ...[...declared, ...assigned].filter(([, , first = ""]) => !TAKES_A_SCOPE.test(first)),
    ...querying.filter(([, , first = ""]) => !HOLDS_A_SCOPE.test(first)),
  ].map(([, name]) => `${name}() does not take a scope first`);
}

// What a client component brings to the browser with it, by the chain of its imports.
function serverModulesReached(start: SourceFile, tree: SourceFile[]): string[] {
  if (!/^["']use client["']/m.test(start.source)) return [];
  const files = new Map(tree.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const found: string[] = [];
  const visit = (file: SourceFile, chain: string[]) => {
    for (const { from, typeOnly } of file.imports) {
      if (typeOnly || seen.has(from)) continue;
      seen.add(from);
      const way = [...chain, from];
      if (matchesAny(SERVER_ONLY, from)) found.push(`reaches ${way.join(" > ")}`);
      const next = files.get(from);
      if (next) visit(next, way);
    }
  };
  visit(start, []);
  return found;
}

export const RULES: Rule[] = [
  {
    rule: "lib knows no framework and no HTTP",
    why: "so that the product's rules can be called from anywhere",
    broken: (file) => (NOUN.test(file.path) ? names(file, /^(next|react|react-dom)(\/|$)|^platform\/http\//) : []),
    examples: [
      ["lib/sites/rules.ts", 'import { notFound } from "next/navigation";'],
      ["lib/sites/rules.ts", 'import type { ReactNode } from "react";'],
      ["lib/sites/json.ts", 'import { problemResponse } from "#platform/http/problem.ts";'],
    ],
  },
  {
    rule: "only scoped queries and commands, the gate and *.system.ts files touch the database",
    why: "so that every access to it is found in a few files",
    broken: (file) =>
      matchesAny(NEEDS_THE_DATABASE, file.path)
        ? []
        : loads(file, /^platform\/database\/database\.ts$|^#prisma-client$|^pg$/),
    examples: [
      ["lib/sites/rules.ts", 'import { db } from "#platform/database/database.ts";'],
      ["app/sites/route.ts", 'import { db } from "#platform/database/database.ts";'],
      ["app/(dashboard)/inbox/page.tsx", 'import { Prisma } from "#prisma-client";'],
      ["routes/route.ts", 'const { db } = await import("#platform/database/database.ts");'],
    ],
  },
  {
    rule: "SQL runs by query() and transaction()",
    why: "so that all of it shares one pool, one limit for each kind of statement and one way to fail",
    broken: (file) =>
      /^(lib|platform|gate|server)\//.test(file.path) ? says(file, /\$(query|execute)Raw\w*|\$transaction\b/g) : [],
    examples: [
      ["lib/sites/commands.ts", "await db().$transaction(async (tx) => {});"],
      ["lib/sites/queries.ts", "db().$queryRaw`SELECT 1`"],
    ],
  },
  {
    rule: "only platform/env.ts reads process.env",
    why: "so that a wrong setting stops the start, and all settings are in one place",
    broken: (file) => (matchesAny(READS_THE_ENVIRONMENT, file.path) ? [] : says(file, /process\.env\b[^"'\n]*/g)),
    examples: [
      ["platform/crypto/keys.ts", "const secret = process.env.AUTH_SECRET;"],
      ["components/ui/button.tsx", "const dev = process.env.NODE_ENV;"],
    ],
  },
  {
    rule: "only the gate makes scopes",
    why: "because a scope is the gate's proof of who is calling",
    broken: (file) =>
      /^(gate\/|lib\/access\/scopes\.ts$)/.test(file.path)
        ? []
        : says(file, /\bmint(Owner|Visitor)Scope\b|\bas (Owner|Visitor)Scope\b/g),
    examples: [
      ["lib/sites/queries.ts", 'import { mintOwnerScope } from "../access/scopes.ts";'],
      ["app/sites/route.ts", "const scope = { workspaceId } as OwnerScope;"],
    ],
  },
  {
    rule: "SQL without a scope is in a file called *.system.ts",
    why: "so that forgetting whose rows are meant is a type error",
    broken: (file) => (SCOPED.test(file.path) ? functionsWithoutScope(file) : []),
    examples: [
      ["lib/sites/queries.ts", "export function listAll(): Promise<Site[]> {}"],
      ["lib/sites/queries.ts", "export async function getSite(siteId: string) {}"],
      ["lib/sites/commands.ts", "export const dropSite = async (siteId: string) => {};"],
      ["lib/sites/commands.ts", "export async function dropSite<T>(scope: string, id: string) {}"],
      ["lib/sites/commands.ts", "export const dropSite = retried(async (scope: OwnerScope) => {});"],
      ["lib/sites/commands.ts", "function drop(siteId: string) {\n  return query(dropSite(siteId));\n}"],
      ["lib/sites/queries.ts", "async function* pages(ids: string[]) {\n  yield await query<Site>(sitesOf(ids));\n}"],
    ],
  },
  {
    rule: "nobody compares owners by hand",
    why: "because a foreign id is simply not found: the scope is in the where",
    broken: (file) =>
      /^(lib|gate|routes|app)\//.test(file.path) && !matchesAny(COMPARES_NO_OWNERS, file.path)
        ? says(file, COMPARED_OWNER)
        : [],
    examples: [
      ["app/sites/route.ts", "if (row.ownerId !== userId) throw new AppError('not_found');"],
      ["lib/sites/queries.ts", "return row.ownerId === userId ? row : null;"],
      ["gate/owner-gate.ts", "if (scope.workspaceId == row.workspaceId) return row;"],
      ["lib/conversations/queries.ts", "if (row.id === scope.visitorId) return row;"],
      ["lib/conversations/queries.ts", "if (given.toLowerCase() !== scope.visitorId) return null;"],
    ],
  },
  {
    rule: "a route file exports its handlers and nothing else",
    why: "so that it reads as a declaration, and Next takes it",
    broken: ({ path, source }) =>
      ROUTE_FILE.test(path)
        ? exportedNames(source)
            .filter((name) => !HANDLERS.has(name))
            .map((name) => `exports ${name}`)
        : [],
    examples: [
      ["app/sites/route.ts", "export const { GET, siteSchema } = route({});"],
      ["app/sites/route.ts", "export function readBody() {}"],
      ["app/sites/route.ts", "export { handle as GET, handle };"],
    ],
  },
  {
    rule: "a route file is a plain function of a Request",
    why: "so that our own server and a test can call it",
    broken: (file) => (ROUTE_FILE.test(file.path) ? names(file, /^next\/(headers|server|navigation|cache)$/) : []),
    examples: [["app/sites/route.ts", 'import { cookies } from "next/headers";']],
  },
  {
    rule: "components get their data as props",
    why: "so that they can be drawn anywhere, and nothing is fetched behind a page's back",
    broken: (file) =>
      file.path.startsWith("components/")
        ? [
            ...loads(
              file,
              /^(gate|routes)\/|^platform\/(database|http|crypto)\/|^platform\/env\.ts$|^lib\/[\w-]+\/(queries|commands)\.ts$/,
            ),
            ...names(file, /^app\//),
          ]
        : [],
    examples: [
      ["components/inbox/list.tsx", 'import { listConversations } from "#lib/inbox/queries.ts";'],
      ["components/inbox/list.tsx", 'import { env } from "#platform/env.ts";'],
      ["components/inbox/list.tsx", 'import type { Page } from "../../app/page.tsx";'],
    ],
  },
  {
    rule: "no client component reaches a server module",
    why: "because it would be sent to every browser, or break the build",
    broken: serverModulesReached,
    examples: [
      ["components/a.tsx", '"use client";\nimport { env } from "#platform/env.ts";'],
      ["components/a.tsx", '"use client";\nimport { rule } from "#lib/sites/through.ts";'],
    ],
  },
  {
    rule: "text is never markup",
    why: "because what visitors write is shown to owners",
    broken: (file) =>
      says(
        file,
        /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|setHTMLUnsafe|document\.write|createContextualFragment|DOMParser|srcdoc|\beval\(|\bnew Function\b|["'`]javascript:|createPolicy\((?!"default")/gi,
      ),
    examples: [
      ["components/a.tsx", "<p dangerouslySetInnerHTML={{ __html: text }} />"],
      ["widget/panel/a.tsx", "node.innerHTML = text;"],
      ["widget/panel/a.tsx", 'node["outerHTML"] = text;'],
      ["client/a.ts", "document.writeln(text);"],
      ["client/a.ts", "frame.srcdoc = text;"],
      ["app/a.tsx", "new Function(text)();"],
      ["app/a.tsx", "eval(text);"],
      ["components/a.tsx", "<a href={`javascript:x`} />"],
    ],
  },
  {
    rule: "no style attribute in the pages",
    why: "because the pages' content security policy does not let one through",
    broken: (file) => (/^(app|components)\/.*\.tsx$/.test(file.path) ? says(file, /\sstyle=[{"']/g) : []),
    examples: [["components/a.tsx", "<p style={{ color }}>x</p>"]],
  },
  {
    rule: "a file is named like its subject",
    why: "because everything fits into a file called utils",
    broken: ({ path }) => (VAGUE.test(path) ? [`is called ${path.split("/").at(-1)}`] : []),
    examples: [
      ["lib/utils.ts", ""],
      ["lib/sites/types.ts", ""],
      ["components/ui/index.tsx", ""],
    ],
  },
  {
    rule: "no barrels, and default exports only where Next wants them",
    why: "so that a name is found where it is made",
    broken: (file) => [
      ...says(file, /^export \* from.*/gm),
      ...(WANTED_BY_NEXT.test(file.path) ? [] : says(file, /^export default\b.*/gm)),
    ],
    examples: [
      ["lib/sites/all.ts", 'export * from "./queries.ts";'],
      ["components/ui/button.tsx", "export default function Button() {}"],
    ],
  },
];
