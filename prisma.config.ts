import { defineConfig } from "prisma/config";

// `prisma generate` looks for a schema engine that it does not use; naming any program keeps it from downloading one.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
});
