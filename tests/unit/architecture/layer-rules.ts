import { SCOPED, SYSTEM } from "./database-rules.ts";
import { loads, matchesAny, names, type Rule, says } from "./rule.ts";
import type { SourceFile } from "./source-tree.ts";

const NOUN = /^lib\//;
const READS_THE_ENVIRONMENT = [
  /^platform\/env\.ts$/,
  /^(next|prisma)\.config\.[jt]s$/,
  // These start processes, or prepare this one for Next, before there are settings.
  /^server\/launch(\.mjs|\/)/,
  /^server\/process\/(next-environment|build|dot-env)\.ts$/,
  // Runs without packages, because it replaces them.
  /^server\/update\/run\.mjs$/,
  // Runs alone in a container.
  /^server\/check-health\.mjs$/,
  /^server\/database\/program\.ts$/,
  // The text that esbuild replaces in the panel.
  /^widget\/build\.ts$/,
  // Code for other people's servers, to be copied.
  /^components\/sites\/identity-code\.ts$/,
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

export const LAYER_RULES: Rule[] = [
  {
    rule: "lib knows no framework and no HTTP",
    why: "so the product's rules can be called from anywhere",
    broken: (file) => (NOUN.test(file.path) ? names(file, /^(next|react|react-dom)(\/|$)|^platform\/http\//) : []),
    examples: [
      ["lib/sites/sites/rules.ts", 'import { notFound } from "next/navigation";'],
      ["lib/sites/sites/rules.ts", 'import type { ReactNode } from "react";'],
      ["lib/sites/sites/json.ts", 'import { problemResponse } from "#platform/http/problem.ts";'],
    ],
  },
  {
    rule: "only platform/env.ts reads process.env",
    why: "so an invalid setting prevents the start, and all settings are in one place",
    broken: (file) => (matchesAny(READS_THE_ENVIRONMENT, file.path) ? [] : says(file, /process\.env\b[^"'\n]*/g)),
    examples: [
      ["platform/crypto/keys.ts", "const secret = process.env.AUTH_SECRET;"],
      ["components/ui/button.tsx", "const dev = process.env.NODE_ENV;"],
    ],
  },
  {
    rule: "only commands of the host act as the operator",
    why: "because the operator's scope asks for no login",
    broken: (file) => (/^(server|tests)\//.test(file.path) ? [] : loads(file, /^gate\/operator\.ts$/)),
    examples: [["routes/visitors.ts", 'import { operatorOfWorkspace } from "#gate/operator.ts";']],
  },
  {
    rule: "a route file exports its handlers and nothing else",
    why: "so it reads as a declaration that Next accepts",
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
    why: "so our own server and a test can call it",
    broken: (file) => (ROUTE_FILE.test(file.path) ? names(file, /^next\/(headers|server|navigation|cache)$/) : []),
    examples: [["app/sites/route.ts", 'import { cookies } from "next/headers";']],
  },
  {
    rule: "components get their data as props",
    why: "so they can be rendered anywhere, and only pages fetch data",
    broken: (file) =>
      file.path.startsWith("components/")
        ? [
            ...loads(
              file,
              /^(gate|routes)\/|^platform\/(database|http|crypto)\/|^platform\/env\.ts$|^lib\/[\w-]+\/[\w-]+\/(queries|commands)\.ts$/,
            ),
            ...names(file, /^app\//),
          ]
        : [],
    examples: [
      ["components/inbox/list.tsx", 'import { listConversations } from "#lib/desk/inbox/queries.ts";'],
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
      ["components/a.tsx", '"use client";\nimport { rule } from "#lib/sites/sites/through.ts";'],
    ],
  },
];
