import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import {
  type NewCredential,
  PasskeyCreationOptionsResponse,
  type PasskeyJson,
  PasskeyRequestOptionsResponse,
  PasskeyResponse,
  type SignedCredential,
} from "#lib/people/passkeys/schema.ts";
import { ask, type Call } from "./api-client.ts";
import { testEnvironment } from "./environment.ts";
import { type Owner, PASSWORD } from "./factories.ts";

/*
 * A passkey in software, as the browser and the authenticator make one together: WebAuthn level 3, sections 5.8.1, 6.1 and 6.5.
 */

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();

const LARGER = [0x100, 0x10000];

/** Writes the head of a CBOR item (RFC 8949 section 3). */
function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  const bytes = LARGER.findIndex((limit) => size < limit) + 1;
  const written = Buffer.alloc(bytes);
  written.writeUIntBE(size, 0, bytes);
  return Buffer.concat([Buffer.from([(major << 5) | (23 + bytes)]), written]);
}

type Cbor = number | string | Buffer | [Cbor, Cbor][];

function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.length), ...value.flat().map(cbor)]);
}

/** The public key in COSE (RFC 9053 section 7.1.1). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return cbor([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, "base64url")],
    [-3, Buffer.from(y, "base64url")],
  ]);
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** What's unlike a browser at our own address, with an authenticator that asks for a PIN. */
type Odd = {
  origin?: string;
  host?: string;
  /** Whether the person entered a PIN. */
  isVerified?: boolean;
  counter?: number;
  crossOrigin?: boolean;
  type?: string;
  userHandle?: string;
  /** The credential's id, if it isn't the passkey's own. */
  id?: string;
  format?: string;
  statement?: [Cbor, Cbor][];
};

type Asked = { challenge: string; rpId: string };

export class Authenticator {
  readonly id: string;
  userHandle = "";
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  constructor(id = randomBytes(32).toString("base64url")) {
    this.id = id;
  }

  #clientData(type: string, { challenge }: Asked, odd: Odd): Buffer {
    const origin = odd.origin ?? testEnvironment.baseUrl;
    return Buffer.from(
      JSON.stringify({ type: odd.type ?? type, challenge, origin, crossOrigin: odd.crossOrigin ?? false }),
    );
  }

  #data({ rpId }: Asked, { host = rpId, isVerified = true, counter = 0 }: Odd, more: Buffer[] = []): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (more.length > 0 ? HAS_CREDENTIAL : 0);
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, ...more]);
  }

  /** Creates the passkey for an account. */
  create(asked: Asked & { userHandle: string }, odd: Odd = {}): NewCredential {
    this.userHandle = asked.userHandle;
    const id = Buffer.from(this.id, "base64url");
    const size = Buffer.alloc(2);
    size.writeUInt16BE(id.length);
    const data = this.#data(asked, odd, [Buffer.alloc(16), size, id, coseKey(this.#keys.publicKey)]);
    const attestation = cbor([
      ["fmt", odd.format ?? "none"],
      ["attStmt", odd.statement ?? []],
      ["authData", data],
    ]);
    return {
      id: odd.id ?? this.id,
      rawId: odd.id ?? this.id,
      type: "public-key",
      response: {
        clientDataJSON: this.#clientData("webauthn.create", asked, odd).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal", "hybrid"],
      },
    };
  }

  /** Signs a challenge. */
  sign(asked: Asked, odd: Odd = {}): SignedCredential {
    const clientData = this.#clientData("webauthn.get", asked, odd);
    const data = this.#data(asked, odd);
    const signature = sign("sha256", Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    return {
      id: odd.id ?? this.id,
      rawId: odd.id ?? this.id,
      type: "public-key",
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: odd.userHandle ?? this.userHandle,
      },
    };
  }
}

/** Enters the password, and perhaps a code. Returns what the browser is asked to create. */
export async function askForPasskey({ token }: Pick<Owner, "token">, call: Call = {}, code?: string) {
  const body = { currentPassword: PASSWORD, ...(code !== undefined && { code }) };
  const path = "/account/passkeys/options";
  const { options } = await ask(PasskeyCreationOptionsResponse, 200, "POST", path, { ...call, token, body });
  return { challenge: options.challenge, rpId: options.rp.id, userHandle: options.user.id, options };
}

type Added = { authenticator: Authenticator; passkey: PasskeyJson };

/** Adds a passkey to an account. */
export async function newPasskey(
  { token }: Pick<Owner, "token">,
  { code, name = "Laptop", odd = {}, ...call }: Call & { code?: string; name?: string; odd?: Odd } = {},
): Promise<Added> {
  const authenticator = new Authenticator();
  const asked = await askForPasskey({ token }, call, code);
  const body = { name, credential: authenticator.create(asked, { ...originOf(call), ...odd }) };
  const { passkey } = await ask(PasskeyResponse, 201, "POST", "/account/passkeys", { ...call, token, body });
  return { authenticator, passkey };
}

export const originOf = ({ baseUrl }: Call): Odd => (baseUrl === undefined ? {} : { origin: baseUrl });

/** Begins a login. Returns what the browser is asked to sign. */
export async function askForLogIn(call: Call = {}): Promise<Asked> {
  const path = "/auth/login/passkey/options";
  return (await ask(PasskeyRequestOptionsResponse, 200, "POST", path, call)).options;
}
