import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { generateSource } from "oazapfts";
import type { ApiDocument } from "#routes/document/openapi.ts";
import { currentApiDocument } from "../../../server/documents/api-document.ts";
import { operationsOf } from "../../support/api-document.ts";

const CONFIG = {
  compilerOptions: {
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    module: "nodenext",
    target: "es2023",
    types: [],
  },
  files: ["program.ts"],
};

// What a program writes against the client. Each @ts-expect-error is a fault that the types have to find.
const PROGRAM = `import * as api from "./client.ts";

const listed = await api.getConversations({ status: "open", limit: 20 });
// @ts-expect-error: not a status
await api.getConversations({ status: "pending" });

if (listed.status === 200) {
  for (const conversation of listed.data.conversations) {
    const unread: number = conversation.unreadCount;
    const name: string | undefined = conversation.visitorName;
    await api.postConversationsByConversationIdMessages(conversation.id, { message: String(unread) + name });
    // @ts-expect-error: no field of a conversation
    conversation.nothing;
  }
} else if (listed.status === 429) {
  const code: string = listed.data.code;
  console.log(code);
} else {
  // @ts-expect-error: errors have no conversations
  listed.data.conversations;
}
`;

test("a client generated from the document compiles, has a function for every operation, and knows its types", {
  tag: "@all",
}, async () => {
  const document = await currentApiDocument();
  const { source, errors } = await generateAndCompile(document);
  const functions = [...source.matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
  expect(new Set(functions)).toEqual(new Set(operationsOf(document).map(({ operation }) => operation.operationId)));
  expect(errors).toBe("");
});

async function generateAndCompile(document: ApiDocument): Promise<{ source: string; errors: string }> {
  const folder = await mkdtemp(join(tmpdir(), "site-inbox-client-"));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  try {
    await write("openapi.json", JSON.stringify(document));
    const source = await generateSource(join(folder, "openapi.json"));
    await Promise.all([
      write("client.ts", source),
      write("program.ts", PROGRAM),
      write("tsconfig.json", JSON.stringify(CONFIG)),
      write("package.json", JSON.stringify({ type: "module" })),
      symlink(resolve("node_modules"), join(folder, "node_modules")),
    ]);
    const compile = [resolve("node_modules/typescript/bin/tsc"), "--project", folder];
    const { stdout } = await promisify(execFile)(process.execPath, compile).catch((error: { stdout: string }) => error);
    return { source, errors: stdout };
  } finally {
    await rm(folder, { recursive: true });
  }
}
