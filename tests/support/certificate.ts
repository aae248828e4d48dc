import { generateKeyPairSync, sign } from "node:crypto";
import { isIP } from "node:net";

/*
 * A certificate that signs itself, made here, so that none is kept that runs out. DER by hand: tag, length, content.
 */

const SEQUENCE = 0x30;
const [INTEGER, BIT_STRING, OCTET_STRING, OBJECT_ID, UTF8_STRING, SET, UTC_TIME] = [2, 3, 4, 6, 12, 0x31, 0x17];
const [VERSION, EXTENSIONS, DNS_NAME, IP_ADDRESS] = [0xa0, 0xa3, 0x82, 0x87];

const ECDSA_SHA256 = "2a8648ce3d040302";
const COMMON_NAME = "550403";
const SUBJECT_ALT_NAME = "551d11";

function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "hex") : part)));
  const size = content.length;
  const length = size < 128 ? [size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const utcTime = (at: Date) => der(UTC_TIME, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, "").slice(2, 14)}Z`));

const altName = (host: string) =>
  isIP(host) === 4 ? der(IP_ADDRESS, Buffer.from(host.split(".").map(Number))) : der(DNS_NAME, Buffer.from(host));

const DAY_MS = 86_400_000;

type Made = { host: string; endsAt?: Date };

/** A certificate for a host, good until then, and its key. */
export function newCertificate({ host, endsAt = new Date(Date.now() + DAY_MS) }: Made): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(SEQUENCE, der(OBJECT_ID, ECDSA_SHA256));
  const common = der(SEQUENCE, der(OBJECT_ID, COMMON_NAME), der(UTF8_STRING, Buffer.from(host)));
  const name = der(SEQUENCE, der(SET, common));
  const names = der(OCTET_STRING, der(SEQUENCE, altName(host)));
  const content = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, "02")),
    der(INTEGER, "01"),
    algorithm,
    name,
    der(SEQUENCE, utcTime(new Date(endsAt.getTime() - 30 * DAY_MS)), utcTime(endsAt)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(EXTENSIONS, der(SEQUENCE, der(SEQUENCE, der(OBJECT_ID, SUBJECT_ALT_NAME), names))),
  );
  const signature = der(BIT_STRING, "00", sign("sha256", content, privateKey));
  const cert = der(SEQUENCE, content, algorithm, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}
