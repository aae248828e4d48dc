import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../server/http/free-port.ts";

const HOST = "inbox.example.com";
const SERVICE = "127.0.0.1:3000";

/** A reverse proxy configured as in docs/operating, except for its ports, its certificate and its files. */
export type ReverseProxy = { port: number; plain: string | undefined; stop: () => Promise<void> };

// Servers are in folders that not every account looks into.
const WHERE = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

type Place = { folder: string; service: string };

/** The version of a program, undefined if it isn't installed. */
export function versionOf(program: string, argument: string): string | undefined {
  const { status, stdout, stderr } = spawnSync(program, [argument], {
    encoding: "utf8",
    env: { ...process.env, PATH: WHERE },
  });
  return status === 0 ? (stdout || stderr).trim() : undefined;
}

export async function startCaddy({ folder, service }: Place): Promise<ReverseProxy> {
  const port = await freePort("127.0.0.1");
  const site = readFileSync("docs/operating/Caddyfile", "utf8");
  const file = join(folder, "Caddyfile");
  writeFileSync(
    file,
    caddyOptions(folder) + replaceEach(site, { [HOST]: `https://localhost:${port}`, [SERVICE]: service }),
  );
  const run = ["run", "--config", file, "--adapter", "caddyfile"];
  return begin("caddy", run, { folder, port, plain: undefined });
}

const caddyOptions = (folder: string) => `{
	admin off
	auto_https disable_redirects
	skip_install_trust
	local_certs
	storage file_system ${join(folder, "caddy")}
}
`;

export async function startNginx({ folder, service }: Place): Promise<ReverseProxy> {
  const port = await freePort("127.0.0.1");
  const plain = await freePort("127.0.0.1");
  makeCertificate(folder);
  const log = join(folder, "access.log");
  const site = replaceEach(readFileSync("docs/operating/nginx.conf", "utf8"), {
    [HOST]: "localhost",
    [SERVICE]: service,
    "listen 80;": `listen 127.0.0.1:${plain};`,
    "    listen [::]:80;\n": "",
    "listen 443 ssl http2;": `listen 127.0.0.1:${port} ssl http2;`,
    "    listen [::]:443 ssl http2;\n": "",
    "/etc/letsencrypt/live/localhost/fullchain.pem": join(folder, "certificate.pem"),
    "/etc/letsencrypt/live/localhost/privkey.pem": join(folder, "key.pem"),
    "/var/log/nginx/site-inbox.log": log,
  });
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  mkdirSync(join(folder, "nginx"));
  const own = `daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
pid ${join(folder, "nginx.pid")};
error_log stderr warn;
events {}
http {
${kinds.map((kind) => `${kind}_temp_path ${join(folder, "nginx", kind)};`).join("\n")}
${site}
}
`;
  const file = join(folder, "nginx.conf");
  writeFileSync(file, own);
  return begin("nginx", ["-c", file, "-e", "stderr"], { folder, port, plain: `http://localhost:${plain}` });
}

type Balanced = { folder: string; services: string[] };

/** Starts HAProxy, nginx or Caddy as docs/operating/scaling.md shows it, in front of two services; HAProxy, of more too. */
export async function startBalancer(
  program: "haproxy" | "nginx" | "caddy",
  { folder, services }: Balanced,
): Promise<ReverseProxy> {
  const port = await freePort("127.0.0.1");
  const guide = readFileSync("docs/operating/scaling.md", "utf8");
  const [, block = ""] = new RegExp(`\`\`\`${program}\\n(.*?)\`\`\``, "s").exec(guide) ?? [];
  const [first = "", second = "", ...others] = services;
  const own = { "10.0.0.1:3000": first, "10.0.0.2:3000": second };
  const file = join(folder, `${program}.conf`);
  if (program === "haproxy") {
    // The servers are at the end of the block.
    const more = others.map((service, at) => `  server other-${at} ${service}\n`).join("");
    writeFileSync(file, replaceEach(block, { ...own, "bind :80": `bind 127.0.0.1:${port}` }) + more);
    return begin(program, ["-db", "-f", file], { folder, port, plain: undefined });
  }
  if (program === "caddy") {
    const site = replaceEach(block, { ...own, [HOST]: `http://localhost:${port}` });
    writeFileSync(file, `${caddyOptions(folder)}${site}`);
    return begin(program, ["run", "--config", file, "--adapter", "caddyfile"], { folder, port, plain: undefined });
  }
  const temporary = join(folder, "nginx");
  mkdirSync(temporary);
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const site = replaceEach(block, { ...own, "server {\n": `server {\n  listen 127.0.0.1:${port};\n` });
  writeFileSync(
    file,
    `daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
pid ${join(folder, "nginx.pid")};
error_log stderr warn;
events {}
http {
access_log off;
${kinds.map((kind) => `${kind}_temp_path ${join(temporary, kind)};`).join("\n")}
${site}
}
`,
  );
  return begin(program, ["-c", file, "-e", "stderr"], { folder, port, plain: undefined });
}

function replaceEach(text: string, words: Record<string, string>): string {
  return Object.entries(words).reduce((made, [from, to]) => {
    if (!made.includes(from)) throw new Error(`the configuration does not say ${from}`);
    return made.replaceAll(from, to);
  }, text);
}

function makeCertificate(folder: string): void {
  const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"];
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const { status, stderr } = spawnSync("openssl", ["req", "-x509", ...key, ...files, ...subject], { encoding: "utf8" });
  if (status !== 0) throw new Error(`no certificate could be made: ${stderr}`);
  chmodSync(join(folder, "key.pem"), 0o600);
}

type Begun = { folder: string; port: number; plain: string | undefined };

async function begin(program: string, args: string[], { folder, port, plain }: Begun): Promise<ReverseProxy> {
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: WHERE, HOME: folder } as unknown as NodeJS.ProcessEnv,
  });
  let said = "";
  for (const output of [child.stdout, child.stderr]) output.setEncoding("utf8").on("data", (text) => (said += text));
  const ended = once(child, "exit");
  const isUp = await Promise.race([untilConnected(port), ended.then(() => false)]);
  if (!isUp) throw new Error(`${program} did not start:\n${said}`);
  return {
    port,
    plain,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function untilConnected(port: number): Promise<boolean> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isUp = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isUp) return true;
    await pause(50);
  }
}
