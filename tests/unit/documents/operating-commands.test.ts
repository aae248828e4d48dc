import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";

const GUIDES = globSync("docs/operating/*.md");
const read = (path: string) => readFileSync(path, "utf8");
const install = read("docs/operating/install.md");
const unit = read("docs/operating/site-inbox.service");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** The lines of a guide's blocks without a language, which are commands or settings. */
const linesIn = (guide: string) =>
  [...read(guide).matchAll(/^```\n(.*?)^```$/gms)].flatMap(([, block = ""]) => block.split("\n"));

const [folder = ""] = /(?<=^WorkingDirectory=).+/m.exec(unit) ?? [];
const [user = ""] = /(?<=^User=).+/m.exec(unit) ?? [];

test("every script and file that a command in docs/operating runs exists", () => {
  for (const guide of GUIDES) {
    for (const [, name = ""] of read(guide).matchAll(/npm run (?:-s )?([\w:]+)/g))
      expect(scripts, guide).toHaveProperty([name]);
    for (const [path] of read(guide).matchAll(/\bserver\/[\w-]+\.(?:ts|mjs)/g))
      expect(existsSync(path), path).toBe(true);
  }
});

test("commands in docs/operating use the folders that docs/operating/install.md creates, as the user that it creates", () => {
  expect(install).toContain(`git clone YOUR-COPY ${folder} `);
  expect(install).toContain(`useradd --system --home-dir /var/lib/site-inbox --shell /usr/sbin/nologin ${user}`);
  const made = new Set([folder, "/var/lib/site-inbox"]);
  for (const [, path = ""] of install.matchAll(/^install -d .*-o site-inbox .* (\S+)$/gm)) made.add(path);
  for (const [, path = ""] of install.matchAll(/^(?:git clone YOUR-COPY|mv \S+) (\S+)/gm)) made.add(path);
  for (const line of GUIDES.flatMap(linesIn)) {
    for (const [path] of line.matchAll(/\/(?:opt|srv|var\/(?:backups|lib))\/[\w-]+/g))
      expect([...made], line).toContain(path);
    for (const [, runs] of line.matchAll(/runuser -u (\S+)/g)) expect(runs, line).toBe(user);
  }
});

test("backups on a server go to a folder that the service's user has and its unit lets it write to", () => {
  const [place = ""] = linesIn("docs/operating/install.md").filter((line) => line.startsWith("BACKUP_TO="));
  const target = place.replace("BACKUP_TO=", "");
  expect(install).toContain(`install -d -m 700 -o ${user} -g ${user} ${target}\n`);
  expect(unit).toContain(`\nReadWritePaths=-${target}\n`);
});
