import { loads, matchesAny, names, type Rule, says } from "./rule.ts";
import type { SourceFile } from "./source-tree.ts";

// Each exported function takes a scope first.
export const SCOPED = /^lib\/[\w-]+\/[\w-]+\/(queries|commands|erase-visitor|refuse-unknown|stale)\.ts$/;
export const SYSTEM = /^lib\/[\w/-]+\.system\.ts$/;
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
  /^lib\/[\w-]+\/[\w-]+\/([\w-]+-)?statements\.ts$/,
  /^prisma\/seed/,
  /^server\//,
];
// The notes of a team. Nothing that writes to a visitor is here.
const KNOWS_NOTES = [
  /^lib\/desk\/notes\//,
  // Each asks lib/desk/notes what's newer than what the writer of a reply saw.
  /^lib\/desk\/(replies|scheduled-replies|conversations)\/commands\.ts$/,
  /^lib\/live\/live-updates\/(broadcast|schema|change-queries\.system)\.ts$/,
  // The note that mentions someone, for them alone.
  /^lib\/desk\/conversations\/unread-statements\.ts$/,
  // A site's export, which its owners get.
  /^lib\/data\/exports\/(queries|json-file)\.ts$/,
  // Count what's erased, for the activity log.
  /^lib\/(data\/erasure\/erase-visitor|desk\/conversations\/erase-statements)\.ts$/,
  /^app\/conversations\/\[conversationId\]\/notes\//,
  // The page of a person, for the team.
  /^lib\/desk\/people\/(statements|queries|json|schema)\.ts$/,
  // The page of a conversation, for the team.
  /^app\/\(dashboard\)\/w\/\[workspaceId\]\/inbox\/\[conversationId\]\/load-conversation\.ts$/,
  /^components\//,
  // The API's document describes their shape.
  /^routes\/document\//,
  /^server\//,
];
// What names the `seq` of a conversation's last message, which may be automatic. What asks whether a person wrote compares SAID_SEQ.
const KNOWS_LAST_SEQ = [
  // Store messages, and say which one it was.
  /^lib\/desk\/(messages\/([\w-]+-)?statements|(away-texts|ratings)\/statements)\.ts$/,
  // What needs no reply is what the last message doesn't need, whichever it is.
  /^lib\/(base\/changes|desk\/triage)\/statements\.ts$/,
  // Read positions, which any message is before or after.
  /^lib\/desk\/(conversations\/commands|scheduled-replies\/statements)\.ts$/,
  // Without the automatic ones: what's unread, and SAID_SEQ under the same name.
  /^lib\/desk\/conversations\/unread-statements\.ts$/,
  /^lib\/notify\/(notifications\/(plan-)?statements|notifications\/alert-email-statements|mail\/queries\/(waiting-alerts|conversation-mail)\.system)\.ts$/,
  // Count messages of any kind.
  /^lib\/(desk\/search\/statements|data\/exports\/(queries|rules)|data\/cleanup\/retention\.system)\.ts$/,
  // Only compared with whether a colleague wrote.
  /^lib\/desk\/notes\/stale\.ts$/,
  /^(platform\/errors|routes\/document\/[\w-]+|lib\/notify\/telegram\/handle-update)\.ts$/,
  // What's sent to browsers, and what they have of a thread.
  /^lib\/(live\/live-updates|desk\/conversations)\/(change-queries\.system|broadcast|reconciler|statements|schema|json)\.ts$/,
  /^client\/(outbox|transcript)\.ts$/,
  /^components\/(visitor\/use-visitor-facts|conversation\/(use-mark-read|use-transcript|conversation-pane|thread)|live\/(live-inbox|replies)|inbox\/coming-conversation)\.tsx?$/,
  /^widget\/panel\/(refresh|chat-state|visits|conversation|shown-conversation)\.ts$/,
  // Leave automatic messages out: the notification, the sound.
  /^(components\/notification\/news|widget\/panel\/attention)\.ts$/,
  // Rows that are made up.
  /^(prisma\/(seed|generated)|bench\/)/,
];
// What reads messages, and what it does with deleted ones.
const READS_MESSAGES = [
  // Return them as deleted, or store new ones.
  /^lib\/desk\/messages\/(queries|ranges\.system|([\w-]+-)?statements)\.ts$/,
  /^lib\/desk\/(deleted-messages\/(queries|statements)|scheduled-replies\/queries)\.ts$/,
  // Leave them out: what's unread, what a colleague wrote, what's sent, and what an email is compared with.
  /^lib\/desk\/(conversations\/unread-statements|notes\/stale)\.ts$/,
  /^lib\/notify\/(notifications\/(plan-statements|notification-rows\.system)|mail\/queries\/(conversation-mail|reply-back|thread)\.system)\.ts$/,
  /^lib\/notify\/mail-in\/persons\.system\.ts$/,
  // Find no text and no file of theirs, because there's none.
  /^lib\/(desk\/(search|people)\/statements|files\/files\/linked-file\.system)\.ts$/,
  // Take positions and times from them as from any: a deleted message was sent, came by an email, or was a reply.
  /^lib\/notify\/(mail\/bounces\.system|mail\/queries\/owner-alert\.system|mail-in\/received\.system|deliveries\/queries)\.ts$/,
  /^lib\/desk\/((away-texts|reports)\/statements|replies\/commands)\.ts$/,
  // Erase and count all rows.
  /^lib\/(data\/erasure\/(erase-visitor|erase-accounts\.system)|desk\/conversations\/erase-statements)\.ts$/,
];
const MESSAGES_IN_SQL = /\b(FROM|JOIN|INTO|UPDATE)\s+"?messages\b|\b(?:db\(\)|tx)\.message\b/g;
const NOTES_IN_SQL = /\b(FROM|JOIN|INTO|UPDATE)\s+"?notes\b|\b(?:db\(\)|tx)\.note\b/gi;
const COMPARED_OWNER =
  /\b(ownerId|workspaceId|visitorId)\s*[!=]==?\s*(?!null\b|undefined\b)\w+|[\w)\]]\s*[!=]==?\s*(\w+\??\.)*(ownerId|workspaceId|visitorId)\b/g;
const COMPARES_NO_OWNERS = [
  // What a body says about the visitor, with the token.
  /^lib\/desk\/visitors\/rules\.ts$/,
  // Whether a row of one list belongs to a row of another.
  /^lib\/data\/exports\/queries\.ts$/,
  /^lib\/live\/live-updates\/reconciler\.ts$/,
];

// What a scope's workspace is compared with is an id; a list of columns contains it too, and goes on after it.
const COMPARED_WORKSPACE = /\$\{(scope\.)?workspaceId\}::uuid(?!,| AS )/g;
const COMPARES_WORKSPACES = [
  /^lib\/base\/access\/statements\.ts$/,
  // Whether a channel gets the alerts of the caller's workspace. It's the caller's own in any case.
  /^lib\/outbox\/channels\/statements\.ts$/,
];

// SQL beside the code that runs it, and why it's SQL. Everything else of a query or command is Prisma's client.
const SQL_IN_PLACE = [
  // The inbox: its lists, counts and search, and races about a conversation.
  /^lib\/desk\/(conversations|inbox|presence|conversation-events)\/(queries|commands)\.ts$/,
  // The path of a message: storing, refusing and reading it with its notes.
  /^lib\/desk\/((messages|replies|scheduled-replies)\/queries|notes\/(stale|commands|queries)|visitors\/(refuse-unknown|commands))\.ts$/,
  // Files are stored under a lock, and read with their links.
  /^lib\/files\/(files\/(commands|queries)|pictures\/commands)\.ts$/,
  // Planning and sending of notifications, and their proof.
  /^lib\/notify\/(notifications\/(commands|queries)|deliveries\/commands|mail\/queries)\.ts$/,
  /^lib\/team\/notification-settings\/queries\.ts$/,
  // Exports in batches, and erasure in one statement.
  /^lib\/data\/(exports\/queries|erasure\/erase-visitor)\.ts$/,
  // Read on every request.
  /^lib\/base\/access\/queries\.ts$/,
  // Pages are appended in place.
  /^lib\/widget\/visits\/(commands|queries)\.ts$/,
];
const HAS_SQL = /\bPrisma\.(sql|raw|join)\b/g;

const TAKES_A_SCOPE = /^(\w+|\{[^}]*\}):\s*(Person|Owner|Visitor)Scope\b/;
// A search passes its scope on with what it looks for.
const HOLDS_A_SCOPE = /:\s*((Person|Owner|Visitor)Scope|SearchInput)$/;

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
  ].filter(([text]) => /\bquery(Prepared)?[<(]|\bdb\(\)/.test(text));
  return [
    ...[...declared, ...assigned].filter(([, , first = ""]) => !TAKES_A_SCOPE.test(first)),
    ...querying.filter(([, , first = ""]) => !HOLDS_A_SCOPE.test(first)),
  ].map(([, name]) => `${name}() does not take a scope first`);
}

export const DATABASE_RULES: Rule[] = [
  {
    rule: "only scoped queries and commands, the gate and *.system.ts files touch the database",
    why: "so every access to it is in a few files",
    broken: (file) =>
      matchesAny(NEEDS_THE_DATABASE, file.path)
        ? []
        : loads(file, /^platform\/database\/database\.ts$|^#prisma-client$|^pg$/),
    examples: [
      ["lib/sites/sites/rules.ts", 'import { db } from "#platform/database/database.ts";'],
      ["app/sites/route.ts", 'import { db } from "#platform/database/database.ts";'],
      ["app/(dashboard)/inbox/page.tsx", 'import { Prisma } from "#prisma-client";'],
      ["routes/route.ts", 'const { db } = await import("#platform/database/database.ts");'],
    ],
  },
  {
    rule: "queries and commands use Prisma's client, and SQL is in statements files, in *.system.ts, or in a listed place",
    why: "so the schema types what can be typed, and what needs SQL is found in few files",
    broken: (file) =>
      /^lib\//.test(file.path) &&
      !/statements\.ts$/.test(file.path) &&
      !SYSTEM.test(file.path) &&
      !matchesAny(SQL_IN_PLACE, file.path)
        ? says(file, HAS_SQL)
        : [],
    examples: [
      ["lib/desk/labels/queries.ts", "query(Prisma.sql`SELECT id FROM labels l`)"],
      ["lib/people/passkeys/commands.ts", "await tx.query(Prisma.sql`DELETE FROM passkeys`);"],
    ],
  },
  {
    rule: "SQL runs by query() and transaction()",
    why: "so all of it shares one pool, one limit per kind of statement and one way to fail",
    broken: (file) =>
      /^(lib|platform|gate|server)\//.test(file.path) && file.path !== "platform/database/database.ts"
        ? says(file, /\$(query|execute)Raw\w*|\$transaction\b/g)
        : [],
    examples: [
      ["lib/sites/sites/commands.ts", "await db().$transaction(async (tx) => {});"],
      ["lib/sites/sites/queries.ts", "db().$queryRaw`SELECT 1`"],
    ],
  },
  {
    rule: "only the gate creates scopes",
    why: "because a scope proves who is calling",
    broken: (file) =>
      /^(gate\/|lib\/base\/access\/scopes\.ts$)/.test(file.path)
        ? []
        : says(file, /\bmint(Person|Owner|Visitor)Scope\b|\bas (Person|Owner|Visitor)Scope\b/g),
    examples: [
      ["lib/sites/sites/queries.ts", 'import { mintOwnerScope } from "../access/scopes.ts";'],
      ["app/sites/route.ts", "const scope = { workspaceId } as OwnerScope;"],
    ],
  },
  {
    rule: "SQL without a scope is in a file called *.system.ts",
    why: "so a forgotten scope is a type error",
    broken: (file) => (SCOPED.test(file.path) ? functionsWithoutScope(file) : []),
    examples: [
      ["lib/sites/sites/queries.ts", "export function listAll(): Promise<Site[]> {}"],
      ["lib/sites/sites/queries.ts", "export async function getSite(siteId: string) {}"],
      ["lib/sites/sites/commands.ts", "export const dropSite = async (siteId: string) => {};"],
      ["lib/sites/sites/commands.ts", "export async function dropSite<T>(scope: string, id: string) {}"],
      ["lib/sites/sites/commands.ts", "export const dropSite = retried(async (scope: OwnerScope) => {});"],
      ["lib/sites/sites/commands.ts", "function drop(siteId: string) {\n  return query(dropSite(siteId));\n}"],
      [
        "lib/sites/sites/queries.ts",
        "async function* pages(ids: string[]) {\n  yield await query<Site>(sitesOf(ids));\n}",
      ],
    ],
  },
  {
    rule: "only lib/base/access/statements.ts compares a scope's workspace",
    why: "so a statement with a scope also checks the membership and the sites",
    broken: (file) =>
      /^(lib|gate)\//.test(file.path) && !SYSTEM.test(file.path) && !matchesAny(COMPARES_WORKSPACES, file.path)
        ? [...says(file, COMPARED_WORKSPACE), ...says(file, /where: \{[^}]*\bworkspaceId\b/g)]
        : [],
    examples: [
      ["lib/desk/labels/queries.ts", `WHERE l.workspace_id = \${scope.workspaceId}::uuid ORDER BY l.name_key`],
      ["lib/desk/labels/commands.ts", `const own = workspace_id = \${workspaceId}::uuid;`],
      ["lib/desk/labels/queries.ts", "db().label.findMany({ where: { workspaceId: scope.workspaceId } })"],
    ],
  },
  {
    rule: "only these files know notes",
    why: "so nothing that a visitor, a webhook or a device gets can contain one",
    broken: (file) =>
      matchesAny(KNOWS_NOTES, file.path) || !/^(lib|gate|routes|app|platform|widget|client)\//.test(file.path)
        ? []
        : [...names(file, /^lib\/desk\/notes\//), ...says(file, NOTES_IN_SQL)],
    examples: [
      ["lib/notify/mail/queries/visitor-reply.ts", "query(Prisma.sql`SELECT body FROM notes`)"],
      ["lib/outbox/webhooks/statements.ts", "Prisma.sql`LEFT JOIN notes n ON n.conversation_id = c.id`"],
      ["lib/widget/visits/queries.ts", 'import { NOTE_COLUMNS } from "../../desk/notes/statements.ts";'],
      ["lib/desk/messages/json.ts", 'import type { NoteRow } from "../../desk/notes/statements.ts";'],
      ["app/public/conversations/route.ts", 'import { listNotes } from "#lib/desk/notes/queries.ts";'],
      ["lib/notify/notifications/content.ts", "const note = await db().note.findFirst();"],
    ],
  },
  {
    rule: "only these files read messages",
    why: "so each one says what it does with deleted ones (READS_MESSAGES)",
    broken: (file) =>
      matchesAny(READS_MESSAGES, file.path) || !/^(lib|gate|routes|app|platform|widget|client)\//.test(file.path)
        ? []
        : says(file, MESSAGES_IN_SQL),
    examples: [
      ["lib/notify/mail/queries/digest.system.ts", "query(Prisma.sql`SELECT body FROM messages`)"],
      ["lib/desk/reports/queries.ts", "const all = await db().message.findMany();"],
    ],
  },
  {
    rule: "only these files name a conversation's last `seq`",
    why: "because the last message may be automatic, which no one may take for a person's",
    broken: (file) =>
      matchesAny(KNOWS_LAST_SEQ, file.path) || file.path.startsWith("tests/") ? [] : says(file, /\blast_?[sS]eq\b/g),
    examples: [
      ["lib/notify/notifications/alert-end-statements.ts", "Prisma.sql`c.last_seq = a.seq`"],
      ["components/inbox/list.tsx", "if (row.lastSeq > known.lastSeq) chime();"],
    ],
  },
  {
    rule: "no code compares owner ids",
    why: "because the scope is in the WHERE clause, and a foreign id isn't found",
    broken: (file) =>
      /^(lib|gate|routes|app)\//.test(file.path) && !matchesAny(COMPARES_NO_OWNERS, file.path)
        ? says(file, COMPARED_OWNER)
        : [],
    examples: [
      ["app/sites/route.ts", "if (row.ownerId !== userId) throw new AppError('not_found');"],
      ["lib/sites/sites/queries.ts", "return row.ownerId === userId ? row : null;"],
      ["gate/owner-gate.ts", "if (scope.workspaceId == row.workspaceId) return row;"],
      ["lib/desk/conversations/queries.ts", "if (row.id === scope.visitorId) return row;"],
      ["lib/desk/conversations/queries.ts", "if (given.toLowerCase() !== scope.visitorId) return null;"],
    ],
  },
];
