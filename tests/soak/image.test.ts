import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, readFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { freePort } from "../../server/http/free-port.ts";
import { scratchDatabase } from "../support/database.ts";
import { testEnvironment } from "../support/environment.ts";
import { signUp } from "../support/sign-up.ts";

const IMAGE = "localhost/site-inbox-test";
const SIZE_MAX_MB = 400;
const HEALTHY_MAX_MS = 10_000;
const STOPPED_MAX_MS = 1_000;

// As docker run --read-only --tmpfs /tmp --cap-drop ALL --volume FOLDER:/data does.
const ENTER = `PATH=$PATH:/usr/sbin:/sbin; root=$1 data=$2 user=$3; shift 3
mount --bind "$root" "$root"; mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"; mount --bind "$data" "$root/data"
exec chroot "$root" setpriv --reuid="\${user%:*}" --regid="\${user#*:}" --clear-groups --bounding-set=-all --no-new-privs env -i -C /app "$@"`;

type Config = { User: string; Env: string[]; Cmd: string[]; Healthcheck: { Test: string[] } };

const buildah = (...args: string[]) =>
  execFileSync("buildah", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

/** Why the image can't be built here, if it can't. */
async function whatIsMissing(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || spawnSync("buildah", ["--version"]).status !== 0) return "it needs root and buildah";
  const bases = [...(await readFile("Dockerfile", "utf8")).matchAll(/^FROM (\S+)/gm)].map(([, name = ""]) => name);
  const isThere = (name: string) => spawnSync("buildah", ["pull", "--policy", "missing", `docker.io/library/${name}`]);
  if (bases.every((name) => isThere(name).status === 0)) return undefined;
  return "its base images can't be pulled: tests/soak/image-bases.sh makes them";
}

/** Starts a command in the image as its user, on a file system that can only be read. `isHealthy` runs its health check there. */
function runIn(root: string, data: string, { User, Env, Healthcheck }: Config) {
  return (command: string[], settings: string[]) => {
    const args = ["--mount", "sh", "-euc", ENTER, "sh", root, data, User, ...Env, ...settings, ...command];
    const running = spawn("unshare", args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [running.stdout, running.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    const ended = once(running, "exit");
    const [uid = "", gid = ""] = User.split(":");
    const place = ["-t", String(running.pid), "-m", "-r", "-w", "-S", uid, "-G", gid];
    const check = [...place, "env", "-i", ...Env, ...settings, ...Healthcheck.Test.slice(1)];
    const isHealthy = () => spawnSync("nsenter", check).status === 0;
    const untilHealthy = async () => {
      const started = performance.now();
      while (!isHealthy()) {
        expect(running.exitCode, output).toBeNull();
        await pause(100);
      }
      return performance.now() - started;
    };
    const stop = async () => {
      const asked = performance.now();
      running.kill("SIGTERM");
      expect(await ended, output).toEqual([0, null]);
      return performance.now() - asked;
    };
    return { untilHealthy, stop };
  };
}

test("the image that buildah builds is small, and runs as its user on a file system that can only be read", async () => {
  const missing = await whatIsMissing();
  test.skip(missing !== undefined, missing);
  test.setTimeout(1_800_000);
  const options = ["--isolation", "chroot", "--network", "host", "--format", "docker", "--pull=false"];
  buildah("build", "--quiet", ...options, "--tag", IMAGE, ".");
  const size = buildah("images", "--format", "{{.Size}}", IMAGE);
  const config: Config = JSON.parse(buildah("inspect", "--type", "image", IMAGE)).Docker.config;
  const container = buildah("from", "--pull-never", IMAGE);
  const data = test.info().outputPath("data");
  await mkdir(data);
  const [uid = 0, gid = 0] = config.User.split(":").map(Number);
  await chown(data, uid, gid);
  await chmod(data, 0o700);
  try {
    const run = runIn(buildah("mount", container), data, config);
    await using database = await scratchDatabase("empty");
    const port = await freePort("127.0.0.1");
    const settings = [`PORT=${port}`, `DATABASE_URL=${database.url}`, `AUTH_SECRET=${testEnvironment.authSecret}`];
    const service = run(config.Cmd, settings);
    const healthyMs = await service.untilHealthy();
    const { siteKey } = await signUp(`http://127.0.0.1:${port}`);
    expect((await fetch(`http://127.0.0.1:${port}/widget.js?site=${siteKey}`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(200);
    const stoppedMs = await service.stop();
    const jobs = run(["node", "server/jobs.ts"], settings);
    const jobsMs = await jobs.untilHealthy();
    await jobs.stop();
    const [healthy, stopped, ready] = [healthyMs, stoppedMs, jobsMs].map((ms) => (ms / 1000).toFixed(1));
    process.stdout.write(
      `image: ${size}; healthy after ${healthy} s, stopped after ${stopped} s; jobs healthy after ${ready} s\n`,
    );
    expect(size).toMatch(/ MB$/);
    expect(Number.parseFloat(size)).toBeLessThanOrEqual(SIZE_MAX_MB);
    // On a host that's busy with other things, they'd say more about those.
    if ((loadavg()[0] ?? 0) > availableParallelism()) return;
    expect(healthyMs).toBeLessThan(HEALTHY_MAX_MS);
    expect(stoppedMs).toBeLessThan(STOPPED_MAX_MS);
  } finally {
    buildah("rm", container);
    buildah("rmi", IMAGE);
  }
});
