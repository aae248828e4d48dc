import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { buildFolder } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { acceptsEncoding, ENCODINGS, type Encoding, hasTag } from "#platform/http/encodings.ts";
import { projectRoot } from "../launch/project-root.mjs";

/* The files that Next builds for browsers: scripts, styles, icons and fonts. */

const YEAR_SECONDS = 31_536_000;

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

// A browser has to decompress it.
const WORTH_IT = 0.9;

const suffixOf = ({ name }: Pick<Encoding, "name">) => `.${name}`;

const folderOf = (build: string) => join(projectRoot, build, "static");

/** Writes each file of a new build compressed too, next to it, if that makes it clearly smaller. */
export async function compressPageFiles(build: string): Promise<void> {
  const folder = folderOf(build);
  await Promise.all(
    namesIn(folder).map(async (name) => {
      if (!TYPES[extname(name)]) throw new Error(`server/http/page-files.ts has no type for ${name}`);
      const content = await readFile(join(folder, name));
      for (const encoding of ENCODINGS) {
        const compressed = await encoding.compress(content, "best");
        if (compressed.length < WORTH_IT * content.length) {
          await writeFile(join(folder, name + suffixOf(encoding)), compressed);
        }
      }
    }),
  );
}

export type PageFiles = {
  /** Responds with a file of `/_next`, for as long as browsers like: its name changes with its content. */
  send: (path: string[], request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

/** Opens the files of the build. A file that was read once stays in memory, unchanged by a new build. */
export function openPageFiles(): PageFiles {
  const folder = folderOf(buildFolder());
  const names = new Set(namesIn(folder));
  const contents = new Map<string, Promise<Buffer>>();

  const contentOf = (name: string) => {
    const content = contents.get(name) ?? readFile(join(folder, name)).catch(missing);
    contents.set(name, content);
    content.catch(() => contents.delete(name));
    return content;
  };

  return {
    send: async ([, place, ...path], request, response) => {
      const name = path.join("/");
      const type = TYPES[extname(name)];
      if (place !== "static" || !names.has(name) || !type) throw new AppError("not_found");
      const accepted = String(request.headers["accept-encoding"] ?? "");
      const encoding = ENCODINGS.find((one) => names.has(name + suffixOf(one)) && acceptsEncoding(accepted, one));
      const content = await contentOf(encoding ? name + suffixOf(encoding) : name);
      response.setHeader("Cache-Control", `public, max-age=${YEAR_SECONDS}, immutable`);
      response.setHeader("Vary", "Accept-Encoding");
      // Weak, because the compressed file has the same one.
      response.setHeader("ETag", `W/"${name}"`);
      if (hasTag(request.headers["if-none-match"] ?? null, name)) {
        response.writeHead(304).end();
        return;
      }
      response.setHeader("Content-Type", type);
      if (encoding) response.setHeader("Content-Encoding", encoding.name);
      response.setHeader("Content-Length", content.length);
      response.writeHead(200).end(content);
    },
  };
}

/** A new build may have replaced a file that wasn't read before. */
function missing(error: NodeJS.ErrnoException): never {
  throw error.code === "ENOENT" ? new AppError("not_found") : error;
}

/** Returns the paths of a folder's files within it, with slashes. */
function namesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join("/"));
}
