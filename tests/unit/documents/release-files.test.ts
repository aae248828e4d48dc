import { globSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { describeSettings } from "#platform/env.ts";

const read = (path: string) => readFileSync(path, "utf8");
const TEMPLATES = ["deploy/coolify.yaml", "deploy/dokploy/docker-compose.yml", "deploy/caprover.yml"];
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** The settings that a template gives the service, by its lines before the image of the database's or after it. */
const settingsIn = (template: string) =>
  [...template.matchAll(/^\s+(?:- )?([A-Z][A-Z0-9_]+)(?:=|: )/gm)].map(([, name = ""]) => name);

test("templates for platforms give the service settings that exist, and all that it needs", () => {
  const known = new Set(describeSettings().map(({ name }) => name));
  for (const path of TEMPLATES) {
    const names = settingsIn(read(path)).filter((name) => !name.startsWith("POSTGRES_"));
    for (const name of names) expect([...known], `${name} in ${path}`).toContain(name);
    for (const needed of ["BASE_URL", "TRUSTED_PROXY_HOPS", "SIGNUP", "AUTH_SECRET", "DATABASE_URL", "BACKUP_TO"])
      expect(names, path).toContain(needed);
    expect(read(path)).toMatch(/image: ghcr\.io\/OWNER\/site-inbox:/);
    expect(read(path)).toContain(":/data\n");
    expect(read(path)).toContain(":/backups\n");
  }
});

test("templates run the PostgreSQL that compose.yaml does", () => {
  const image = /image: (postgres:\S+)/.exec(read("compose.yaml"))?.[1];
  for (const path of TEMPLATES) expect(read(path)).toContain(`image: ${image}`);
});

test("workflows run scripts that exist, with the Node.js that package.json names, and may write nothing by default", () => {
  const major = /\d+/.exec(read("Dockerfile").split("FROM node:")[1] ?? "")?.[0];
  const workflows = globSync(".github/workflows/*.yml");
  expect(workflows.length).toBeGreaterThan(1);
  for (const path of workflows) {
    const text = read(path);
    for (const [, name = ""] of text.matchAll(/npm (?:run )?(?!pack$)([\w:]+)$/gm))
      expect(Object.keys(scripts), path).toContain(name);
    for (const [, version] of text.matchAll(/node-version: (\d+)/g)) expect(version, path).toBe(major);
    expect(text, path).toMatch(/^permissions:\n {2}contents: read$/m);
  }
});
