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

test("the cron line for backups runs as the service's user, in its folder, and writes where that user may", () => {
  const [line = ""] = linesIn("docs/operating/database-and-backup.md").filter((one) => /^\d+ \d+ \* \* \*/.test(one));
  const [, runs, into, file] =
    /^\S+ \S+ \* \* \* (\S+) cd (\S+) && node_modules\/\.bin\/node server\/backup\.ts (\S+)\//.exec(line) ?? [];
  expect([runs, into]).toEqual([user, folder]);
  expect(install).toContain(`install -d -m 700 -o ${user} -g ${user} ${file}\n`);
});
