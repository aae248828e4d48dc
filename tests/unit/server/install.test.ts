import { execFile, execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { z } from "zod";

const INSTALL = `
  import { install, isInstalled } from ${JSON.stringify(pathToFileURL(resolve("server/launch/install.mjs")).href)};
  if (!isInstalled()) await install();
  console.log("it starts");
`;
const VERSION = "1.0.0";
const Failure = z.object({ stderr: z.string() });

/** Packs a package, with a file of a size if one is given, as the registry stores it. */
function pack(folder: string, name: string, size = 0) {
  mkdirSync(join(folder, name, "package"), { recursive: true });
  if (size > 0) writeFileSync(join(folder, name, "package", "large"), randomBytes(size));
  writeFileSync(join(folder, name, "package", "package.json"), JSON.stringify({ name, version: VERSION }));
  const file = join(folder, `${name}.tgz`);
  execFileSync("tar", ["-czf", file, "-C", join(folder, name), "package"]);
  const content = readFileSync(file);
  return { content, integrity: `sha512-${createHash("sha512").update(content).digest("base64")}` };
}

/** A project with its own npm cache, and a registry that has the packages `first` and `second`. */
async function projectWithRegistry({ sizeOf = {} }: { sizeOf?: Record<string, number> } = {}) {
  const root = test.info().outputPath();
  const packages = new Map(["first", "second"].map((name) => [name, pack(join(root, "packed"), name, sizeOf[name])]));
  const registry = { fails: new Set<string>(), onDownload: () => {} };
  const server = createServer((request, response) => {
    const [, name = "", part] = (request.url ?? "").split("/");
    const packed = packages.get(name);
    if (!packed || registry.fails.has(name)) return void response.destroy();
    const tarball = `http://${request.headers.host}/${name}/${VERSION}.tgz`;
    const dist = { tarball, integrity: packed.integrity };
    if (!part) {
      const versions = { [VERSION]: { name, version: VERSION, dist } };
      return void response.end(JSON.stringify({ name, "dist-tags": { latest: VERSION }, versions }));
    }
    registry.onDownload();
    response.end(packed.content);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const folder = join(root, "project");
  mkdirSync(folder);

  /** Checks out a version that needs these packages. */
  const checkOut = (...names: string[]) => {
    const dependencies = Object.fromEntries(names.map((name) => [name, VERSION]));
    const locked = names.map((name) => [
      `node_modules/${name}`,
      { version: VERSION, integrity: packages.get(name)?.integrity },
    ]);
    const own = { name: "project", version: VERSION, dependencies };
    const lock = { ...own, lockfileVersion: 3, packages: { "": own, ...Object.fromEntries(locked) } };
    writeFileSync(join(folder, "package.json"), JSON.stringify(own));
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  };
  const start = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", INSTALL], {
      cwd: folder,
      env: {
        ...process.env,
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_cache: join(root, "cache"),
        npm_config_fetch_retries: "0",
      },
    });
    return stdout;
  };
  const installed = () => readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."));
  return {
    folder,
    registry,
    checkOut,
    start,
    installed,
    [Symbol.asyncDispose]: () => promisify(server.close.bind(server))(),
  };
}

test("an installation that the registry fails leaves the packages of before, and the version before still starts", async () => {
  await using project = await projectWithRegistry();
  project.checkOut("first");
  expect(await project.start()).toContain("it starts");

  project.checkOut("first", "second");
  project.registry.fails.add("second");
  const failure = Failure.parse(await project.start().catch((error: unknown) => error));
  expect(failure.stderr).toContain("npm could not install its packages (see above). The packages that were there are");
  expect(project.installed()).toEqual(["first"]);
  expect(existsSync(join(project.folder, ".installing"))).toBe(false);

  project.registry.fails.add("first");
  project.checkOut("first");
  expect(await project.start()).toBe("it starts\n");
});

test("on a disk of its own, packages that don't fit are no installation, and those of before stay", async () => {
  test.skip(process.getuid?.() !== 0, "only root can make a disk");
  await using project = await projectWithRegistry({ sizeOf: { second: 2 ** 20 } });
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", project.folder]);
  try {
    project.checkOut("first");
    expect(await project.start()).toContain("it starts");
    project.checkOut("first", "second");
    const failure = Failure.parse(await project.start().catch((error: unknown) => error));
    expect(failure.stderr).toContain("ENOSPC");
    expect(failure.stderr).toContain("The packages that were there are unchanged.");
    expect(project.installed()).toEqual(["first"]);
  } finally {
    execFileSync("umount", ["--lazy", project.folder]);
  }
});

test("the packages that are there stay until the new ones are complete", async () => {
  await using project = await projectWithRegistry();
  project.checkOut("first");
  await project.start();
  const during: string[][] = [];
  project.registry.onDownload = () => during.push(project.installed());
  project.checkOut("second");
  expect(await project.start()).toContain("it starts");
  expect(during).toEqual([["first"]]);
  expect(project.installed()).toEqual(["second"]);
});

test("packages that were installed once are installed again without the registry", async () => {
  await using project = await projectWithRegistry();
  for (const name of ["first", "second"]) {
    project.checkOut(name);
    await project.start();
  }
  for (const name of ["first", "second"]) project.registry.fails.add(name);
  project.checkOut("first");
  expect(await project.start()).toContain("it starts");
  expect(project.installed()).toEqual(["first"]);
});

test("a launch killed while it replaces the packages loses none, even without the registry", async () => {
  await using project = await projectWithRegistry();
  project.checkOut("first");
  await project.start();
  project.registry.fails.add("first");
  // Between the two renames, only the replaced packages have a place.
  mkdirSync(join(project.folder, ".installing"));
  renameSync(join(project.folder, "node_modules"), join(project.folder, ".installing", "replaced"));
  expect(await project.start()).toBe("it starts\n");
  expect(project.installed()).toEqual(["first"]);
});
