import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";

/** The SQL that Prisma itself would make the tables of schema.prisma by. */
export async function prismaSchemaSql(databaseUrl: string): Promise<string> {
  await loadEngine();
  const path = "prisma/schema.prisma";
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: databaseUrl }));
  const schema = await engine.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
  const { stdout } = await schema.diff({
    from: { tag: "empty" },
    to: { tag: "schemaDatamodel", files: [{ path, content: await readFile(path, "utf8") }] },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  if (!stdout) throw new Error("the schema engine returned nothing");
  return stdout;
}

// The package loads its engine in a way that only bundlers understand.
async function loadEngine(): Promise<void> {
  const folder = join(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg"), "..");
  const module = new WebAssembly.Module(await readFile(join(folder, "schema_engine_bg.wasm")));
  const { exports } = new WebAssembly.Instance(module, { "./schema_engine_bg.js": { ...engine } });
  const bindings = engine as unknown as { __wbg_set_wasm(exports: WebAssembly.Exports): void };
  bindings.__wbg_set_wasm(exports);
  (exports.__wbindgen_start as () => void)();
}
