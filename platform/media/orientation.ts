const TAG = 0x0112;

/** Returns the orientation (1 to 8) in a TIFF structure such as Exif's (Exif 2.32, section 4.6). 1 if it names none. */
export function orientationOf(tiff: Buffer): number {
  const order = tiff.toString("latin1", 0, 2);
  if (tiff.length < 14 || (order !== "II" && order !== "MM")) return 1;
  const isLittle = order === "II";
  const two = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = Math.min(two(directory), 1_000);
  for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
    if (two(entry) !== TAG) continue;
    const value = two(entry + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Whether a picture with this orientation is shown on its side. */
export const isTurned = (orientation: number): boolean => orientation >= 5;

/** Returns a TIFF structure with an orientation and nothing else. */
export function onlyOrientation(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", 0, "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(TAG, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
