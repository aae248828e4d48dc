import { type ByteReader, Malformed } from "./byte-reader.ts";
import { type Box, boxesIn } from "./iso-boxes.ts";

/** In one table. A camera's sensors write some hundred a second. */
const NUMBERS_MAX = 2_000_000;
const PIECE = 64 * 1024;

/** Where a track's samples are in its file, one range for each chunk (ISO 14496-12, section 8.7). Throws `Malformed`. */
export async function* samplesOf(reader: ByteReader, track: Box): AsyncGenerator<{ at: number; end: number }> {
  const tables = await tablesOf(reader, track);
  const offsets = tables.get("stco") ?? tables.get("co64");
  if (!offsets) return;
  const runs = numbersIn(reader, tables.get("stsc"), { from: 8 });
  const table = tables.get("stsz");
  const each = (await next(numbersIn(reader, table, { from: 4 }))) ?? 0;
  const sizes = numbersIn(reader, table, { from: 12 });
  let [chunk, samples] = [0, 0];
  let nextRun = await next(runs);
  for await (const at of numbersIn(reader, offsets, { from: 8, bytes: offsets.type === "co64" ? 8 : 4 })) {
    chunk += 1;
    if (chunk === nextRun) {
      samples = (await next(runs)) ?? 0;
      await next(runs);
      nextRun = await next(runs);
    }
    if (samples === 0) throw new Malformed("a chunk without samples");
    let end = at + each * samples;
    for (let count = each > 0 ? 0 : samples; count > 0; count -= 1) {
      const size = await next(sizes);
      if (size === undefined) throw new Malformed("a sample without a size");
      end += size;
    }
    yield { at, end };
  }
}

async function tablesOf(reader: ByteReader, track: Box): Promise<Map<string, Box>> {
  let within: Box | undefined = track;
  for (const wanted of ["mdia", "minf", "stbl"]) {
    let inner: Box | undefined;
    for await (const box of boxesIn(reader, within?.content ?? 0, within?.end ?? 0))
      if (box.type === wanted) inner ??= box;
    within = inner;
  }
  const tables = new Map<string, Box>();
  for await (const box of boxesIn(reader, within?.content ?? 0, within?.end ?? 0)) tables.set(box.type, box);
  return tables;
}

const next = async (numbers: AsyncGenerator<number, void>): Promise<number | undefined> =>
  (await numbers.next()).value ?? undefined;

type Part = { from: number; bytes?: 4 | 8 };

async function* numbersIn(
  reader: ByteReader,
  table: Box | undefined,
  { from, bytes = 4 }: Part,
): AsyncGenerator<number, void> {
  const { content, end } = table ?? { content: 0, end: 0 };
  let left = NUMBERS_MAX;
  for (let at = content + from; at + bytes <= end; at += PIECE) {
    const piece = await reader.read(at, Math.min(PIECE, end - at));
    for (let within = 0; within + bytes <= piece.length; within += bytes) {
      left -= 1;
      if (left < 0) throw new Malformed("too many samples");
      yield bytes === 8 ? Number(piece.readBigUInt64BE(within)) : piece.readUInt32BE(within);
    }
  }
}
