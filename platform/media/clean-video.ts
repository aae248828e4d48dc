import { type ByteReader, Malformed } from "./byte-reader.ts";
import type { Cleaned } from "./clean.ts";
import { type Box, boxesIn, type Patch, patched } from "./iso-boxes.ts";
import { samplesOf } from "./track-samples.ts";

/** What players need, by the box it's in. The rest describes the recording: places, devices, programs, or anything else. */
const KEPT: Record<string, string[]> = {
  file: ["ftyp", "styp", "moov", "moof", "mdat", "mfra", "sidx", "ssix"],
  moov: ["mvhd", "trak", "mvex", "iods"],
  trak: ["tkhd", "edts", "tref", "mdia", "tapt"],
  mdia: ["mdhd", "hdlr", "minf", "elng"],
  minf: ["vmhd", "smhd", "gmhd", "nmhd", "hmhd", "hdlr", "dinf", "stbl"],
  stbl: [
    ...["stsd", "stts", "ctts", "cslg", "stss", "stps", "stsh", "stdp", "stsc", "stsz", "stz2", "stco", "co64"],
    ...["padb", "sdtp", "sgpd", "sbgp", "subs", "saiz", "saio", "senc"],
  ],
  moof: ["mfhd", "traf"],
  traf: ["tfhd", "tfdt", "trun", "sdtp", "sgpd", "sbgp", "subs", "saiz", "saio", "senc"],
};
/** Tracks with pictures, sound, timecodes and closed captions. Cameras and drones write places into all others, subtitles too. */
const TRACKS = ["vide", "soun", "auxv", "pict", "tmcd", "clcp"];
const PATCHES_MAX = 100_000;

const PLACE_MARK = Buffer.from("freeGPS ");
const PLACE_SIZES = { usual: 32 * 1024, max: 1024 ** 2 };
const SCANNED_AT_ONCE = 64 * 1024;

type Found = { patches: Patch[]; media: Box[]; dropped: Box[]; isFragmented: boolean };

/** An MP4 or QuickTime file in which everything but what players need is overwritten: descriptions, and tracks of places. */
export async function* cleanVideo(reader: ByteReader, _found: Cleaned): AsyncGenerator<Buffer> {
  const found: Found = { patches: [], media: [], dropped: [], isFragmented: false };
  await findAbout(reader, { type: "file", at: 0, content: 0, end: reader.size }, found);
  await dropSamples(reader, found);
  for (const box of found.media) await findPlaces(reader, box, found.patches);
  yield* patched(reader, found.patches);
}

async function findAbout(reader: ByteReader, within: Box, found: Found): Promise<void> {
  for await (const box of boxesIn(reader, within.content, within.end)) {
    const isTrack = box.type === "trak";
    if (!KEPT[within.type]?.includes(box.type) || (isTrack && !(await isSeenOrHeard(reader, box)))) {
      found.patches.push(
        { at: box.at + 4, end: box.at + 8, bytes: Buffer.from("free") },
        { at: box.content, end: box.end },
      );
      if (isTrack) found.dropped.push(box);
      continue;
    }
    if (box.type === "mdat") found.media.push(box);
    if (box.type === "moof") found.isFragmented = true;
    if (KEPT[box.type]) await findAbout(reader, box, found);
  }
}

async function isSeenOrHeard(reader: ByteReader, track: Box): Promise<boolean> {
  for await (const media of boxesIn(reader, track.content, track.end)) {
    if (media.type !== "mdia") continue;
    for await (const { type, content } of boxesIn(reader, media.content, media.end)) {
      if (type === "hdlr") return TRACKS.includes((await reader.readUpTo(content + 8, 4)).toString("latin1"));
    }
  }
  return false;
}

async function dropSamples(reader: ByteReader, { patches, media, dropped, isFragmented }: Found): Promise<void> {
  if (dropped.length > 0 && isFragmented) throw new Malformed("fragments of unknown tracks");
  for (const track of dropped) {
    for await (const { at, end } of samplesOf(reader, track)) {
      if (!media.some((box) => box.content <= at && end <= box.end)) throw new Malformed("samples outside the media");
      patches.push({ at, end });
      if (patches.length > PATCHES_MAX) throw new Malformed("too many samples");
    }
  }
}

// Dashcams write blocks with places between the samples of their tracks: a size, this mark, and the place.
async function findPlaces(reader: ByteReader, media: Box, patches: Patch[]): Promise<void> {
  for (let from = media.content; from < media.end; from += SCANNED_AT_ONCE - PLACE_MARK.length) {
    const piece = await reader.readUpTo(from, Math.min(SCANNED_AT_ONCE, media.end - from));
    for (let at = piece.indexOf(PLACE_MARK); at >= 0; at = piece.indexOf(PLACE_MARK, at + 1)) {
      const start = from + at - 4;
      const named = (await reader.read(start, 4)).readUInt32BE(0);
      const size = named > PLACE_MARK.length && named <= PLACE_SIZES.max ? named : PLACE_SIZES.usual;
      patches.push({ at: start, end: Math.min(start + size, media.end) });
      if (patches.length > PATCHES_MAX) throw new Malformed("too many places");
    }
  }
}
