/*
 * The records of APPNOTE.TXT 6.3.10. Sizes and checksum follow each content, because they aren't known before. What's too
 * large for 32 bits, or a count for 16, is in the ZIP64 form of its record.
 */
const MOST_16 = 0xffff;
const MOST_32 = 0xffff_ffff;
const VERSION = 20;
const VERSION_ZIP64 = 45;
const MADE_ON_UNIX = 3 << 8;
// Sizes follow the content, and the name is UTF-8.
const FLAGS = (1 << 3) | (1 << 11);
const DEFLATED = 8;
// A plain file that its owner may write and everyone may read.
const ATTRIBUTES = 0o100644 * 0x1_0000;
const TIMESTAMP = 0x5455;
const ZIP64 = 0x0001;

export type EntryHeader = {
  /** Its path in the archive, with slashes. The caller makes sure that it's safe and unique. */
  name: string;
  modifiedAt: Date;
  /** Whether it's worth compressing. */
  isCompressible: boolean;
};

export type WrittenEntry = EntryHeader & { crc: number; size: number; storedSize: number; offset: number };

type Field = [bytes: 2 | 4 | 8, value: number];

function bytesOf(...fields: Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }
  return bytes;
}

const in32 = (value: number) => Math.min(value, MOST_32);
const in16 = (value: number) => Math.min(value, MOST_16);
const methodOf = ({ isCompressible }: EntryHeader) => (isCompressible ? DEFLATED : 0);

// The format's own times have no zone and start in 1980. Readers prefer the timestamp (see `timestamp`).
function timeOf({ modifiedAt: at }: EntryHeader): Field[] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [
    [2, time],
    [2, date],
  ];
}

const timestamp = ({ modifiedAt }: EntryHeader) =>
  Buffer.concat([
    bytesOf([2, TIMESTAMP], [2, 5]),
    Buffer.of(1),
    bytesOf([4, Math.floor(modifiedAt.getTime() / 1_000)]),
  ]);

export function localHeader(entry: EntryHeader): Buffer {
  const name = Buffer.from(entry.name);
  const extra = timestamp(entry);
  const fixed = bytesOf(
    [4, 0x0403_4b50],
    [2, VERSION],
    [2, FLAGS],
    [2, methodOf(entry)],
    ...timeOf(entry),
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, extra.length],
  );
  return Buffer.concat([fixed, name, extra]);
}

const isLong = ({ size, storedSize }: WrittenEntry) => size >= MOST_32 || storedSize >= MOST_32;

/** Follows the content. */
export function dataDescriptor(entry: WrittenEntry): Buffer {
  const bytes = isLong(entry) ? 8 : 4;
  return bytesOf([4, 0x0807_4b50], [4, entry.crc], [bytes, entry.storedSize], [bytes, entry.size]);
}

/** The entry in the directory at the end. */
export function centralRecord(entry: WrittenEntry): Buffer {
  const name = Buffer.from(entry.name);
  const { size, storedSize, offset } = entry;
  // In this order, and only the values too large for their usual field.
  const large = [size, storedSize, offset].filter((value) => value >= MOST_32);
  const zip64 =
    large.length > 0
      ? bytesOf([2, ZIP64], [2, large.length * 8], ...large.map((value): Field => [8, value]))
      : Buffer.of();
  const extra = Buffer.concat([timestamp(entry), zip64]);
  const version = large.length > 0 ? VERSION_ZIP64 : VERSION;
  const fixed = bytesOf(
    [4, 0x0201_4b50],
    [2, MADE_ON_UNIX | version],
    [2, version],
    [2, FLAGS],
    [2, methodOf(entry)],
    ...timeOf(entry),
    [4, entry.crc],
    [4, in32(storedSize)],
    [4, in32(size)],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, ATTRIBUTES],
    [4, in32(offset)],
  );
  return Buffer.concat([fixed, name, extra]);
}

type Directory = { count: number; size: number; offset: number };

/** The end of the archive. */
export function endOfDirectory({ count, size, offset }: Directory): Buffer {
  const end = bytesOf(
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, in16(count)],
    [2, in16(count)],
    [4, in32(size)],
    [4, in32(offset)],
    [2, 0],
  );
  if (count < MOST_16 && size < MOST_32 && offset < MOST_32) return end;
  const end64 = bytesOf(
    [4, 0x0606_4b50],
    [8, 44],
    [2, MADE_ON_UNIX | VERSION_ZIP64],
    [2, VERSION_ZIP64],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
  );
  const locator = bytesOf([4, 0x0706_4b50], [4, 0], [8, offset + size], [4, 1]);
  return Buffer.concat([end64, locator, end]);
}
