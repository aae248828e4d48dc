import { once } from "node:events";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type MessageChunk, type MimeNode, Splitter, type SplitterChunk } from "@zone-eu/mailsplit";
import { dropLateHeaders } from "./header-limit.ts";
import { PartFile } from "./part-file.ts";
import { isShownText, isText } from "./part-kinds.ts";

/** A part of a mail that isn't a multipart. */
export type MimeLeaf = {
  node: MimeNode;
  /** Whether it's text of the mail. */
  isShown: boolean;
  size: number;
  /** The decoded content of a text, or its beginning. */
  content: Buffer | undefined;
  /** The file with the decoded content: of a file, and of a text that's too long for the memory. */
  path: string | undefined;
};

export type MimeParts = {
  root: MimeNode;
  leaves: MimeLeaf[];
  /** The file with the parts that are too many or too deep, as they are. */
  rest: { path: string; size: number } | undefined;
};

const PARTS_MAX = 200;
const DEPTH_MAX = 20;
const TEXT_MAX = 8 * 1024 ** 2;
const TEXTS_MAX = 16 * 1024 ** 2;
const PREAMBLE_MAX = 64 * 1024;
// More nodes aren't an error: they're counted here.
const NODES_MAX = 10_000_000;
const PART_HEAD_MAX = 4 * 1024 ** 2;

/**
 * Reads the parts of the mail at `path`, in their order. Files are written into `folder`; only texts are kept in memory. Parts past
 * 200, or deeper than 20, are one more file.
 */
export async function readParts(path: string, folder: string): Promise<MimeParts> {
  const reader = new PartsReader(folder);
  const splitter = new Splitter({ ignoreEmbedded: true, maxHeadSize: PART_HEAD_MAX, maxChildNodes: NODES_MAX });
  await pipeline(createReadStream(path), dropLateHeaders(), splitter, async (chunks: AsyncIterable<SplitterChunk>) => {
    for await (const chunk of chunks) await (chunk.type === "node" ? reader.start(chunk) : reader.add(chunk));
  });
  return reader.finish();
}

class PartsReader {
  readonly #folder: string;
  readonly #leaves: MimeLeaf[] = [];
  #root: MimeNode | undefined;
  #open: OpenLeaf | undefined;
  #preamble: Buffer[] = [];
  #preambleSize = 0;
  #texts = 0;
  #rest: PartFile | undefined;
  #isRest: boolean = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async start(node: MimeNode): Promise<void> {
    this.#root ??= node;
    await this.#close();
    this.#isRest = this.#leaves.length >= PARTS_MAX || depthOf(node) > DEPTH_MAX;
    if (this.#isRest) await this.#addToRest(node.getHeaders());
    // Without a boundary, what's in it is one text.
    else if (!node.multipart || !node._boundary) this.#open = new OpenLeaf(node, this.#nextPath(), this.#textLeft());
  }

  async add({ type, node, value }: MessageChunk): Promise<void> {
    if (this.#isRest) return this.#addToRest(value);
    if (this.#open?.node === node && (type === "body" || node.multipart)) return this.#open.add(value);
    if (node !== this.#root || this.#leaves.length > 0 || this.#preambleSize > PREAMBLE_MAX) return;
    this.#preamble.push(Buffer.from(value));
    this.#preambleSize += value.length;
  }

  async finish(): Promise<MimeParts> {
    await this.#close();
    await this.#rest?.close();
    const root = this.#root;
    if (!root) throw new Error("it has no header");
    // A multipart without any part is shown as it is.
    if (this.#leaves.length === 0 && this.#preambleSize > 0) {
      const content = Buffer.concat(this.#preamble);
      this.#leaves.push({ node: root, isShown: true, content, size: content.length, path: undefined });
    }
    return { root, leaves: this.#leaves, rest: this.#rest && { path: this.#rest.path, size: this.#rest.size } };
  }

  #nextPath = (): string => join(this.#folder, String(this.#leaves.length + 1));

  #textLeft = (): number => Math.max(0, Math.min(TEXT_MAX, TEXTS_MAX - this.#texts));

  async #close(): Promise<void> {
    const leaf = await this.#open?.finish();
    this.#open = undefined;
    if (!leaf) return;
    this.#texts += leaf.content?.length ?? 0;
    this.#leaves.push(leaf);
  }

  async #addToRest(bytes: Buffer): Promise<void> {
    this.#rest ??= await PartFile.create(join(this.#folder, "rest"));
    await this.#rest.add(bytes);
  }
}

function depthOf(node: MimeNode): number {
  let depth = 0;
  for (let parent = node.parentNode; parent && depth <= DEPTH_MAX; parent = parent.parentNode) depth += 1;
  return depth;
}

/** A part that's being read. */
class OpenLeaf {
  readonly node: MimeNode;
  readonly #decoder: Transform;
  readonly #path: string;
  readonly #textMax: number;
  readonly #done: Promise<void>;
  #kept: Buffer[] = [];
  #size = 0;
  #file: PartFile | undefined;

  constructor(node: MimeNode, path: string, textMax: number) {
    this.node = node;
    this.#path = path;
    this.#textMax = isText(node) ? textMax : 0;
    this.#decoder = node.getDecoder() as Transform;
    this.#done = this.#read();
    // It's thrown when the part ends.
    this.#done.catch(() => undefined);
  }

  async add(value: Buffer): Promise<void> {
    if (!this.#decoder.write(value)) await Promise.race([once(this.#decoder, "drain"), this.#done]);
  }

  async finish(): Promise<MimeLeaf> {
    this.#decoder.end();
    await this.#done;
    const isKept = isText(this.node);
    return {
      node: this.node,
      isShown: isShownText(this.node),
      size: this.#size,
      content: isKept ? Buffer.concat(this.#kept) : undefined,
      path: this.#file || !isKept ? this.#path : undefined,
    };
  }

  async #read(): Promise<void> {
    try {
      if (!isText(this.node)) this.#file = await PartFile.create(this.#path);
      for await (const bytes of this.#decoder as AsyncIterable<Buffer>) await this.#keep(bytes);
    } finally {
      await this.#file?.close();
    }
  }

  async #keep(bytes: Buffer): Promise<void> {
    this.#size += bytes.length;
    if (this.#file) return this.#file.add(bytes);
    if (this.#size <= this.#textMax) {
      this.#kept.push(bytes);
      return;
    }
    // Its beginning stays in memory.
    this.#file = await PartFile.create(this.#path);
    for (const piece of [...this.#kept, bytes]) await this.#file.add(piece);
  }
}
