import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { givenPassword } from "../../base/sessions/schema.ts";
import { givenCode } from "../second-factor/schema.ts";

export const NAME_MAX = 60;
const BINARY_MAX = 20_000;
// WebAuthn level 3, section 4: a credential id has at most 1,023 bytes.
const ID_MAX = 1_364;

const binary = (max: number) =>
  z
    .string()
    .min(1, "must not be empty")
    .max(max)
    .regex(/^[\w-]+$/, "must be base64url");

export const PasskeyParams = z.object({ passkeyId: uuid });

export const StartPasskeyBody = z.object({
  currentPassword: givenPassword,
  code: givenCode.exactOptional().describe("Required if the account has two-factor login."),
});
export type StartPasskeyBody = z.infer<typeof StartPasskeyBody>;

export const RemovePasskeyBody = z.object({ currentPassword: givenPassword });

const credentialParts = { id: binary(ID_MAX), rawId: binary(ID_MAX), type: z.literal("public-key") };

const SAMPLE_ID = "q7Hn2VtC0mXy5rWb8dKf3A";
const SAMPLE_CHALLENGE = "p2vYc8RkQ0zW1m7Jt5sXd3bN9uGfLhA6eKiVoTqCxyE";

/** What a browser created. */
export const NewCredential = z
  .object({
    ...credentialParts,
    response: z.object({
      clientDataJSON: binary(BINARY_MAX),
      attestationObject: binary(BINARY_MAX),
      transports: z.array(z.string().max(32)).max(16).exactOptional(),
    }),
  })
  .describe("What `navigator.credentials.create()` returned, as its `toJSON()` writes it.");
export type NewCredential = z.infer<typeof NewCredential>;

/** What a browser signed. */
export const SignedCredential = z
  .object({
    ...credentialParts,
    response: z.object({
      clientDataJSON: binary(BINARY_MAX),
      authenticatorData: binary(BINARY_MAX),
      signature: binary(BINARY_MAX),
      userHandle: binary(BINARY_MAX),
    }),
  })
  .describe("What `navigator.credentials.get()` returned, as its `toJSON()` writes it.");
export type SignedCredential = z.infer<typeof SignedCredential>;

const sampleCredential = { id: SAMPLE_ID, rawId: SAMPLE_ID, type: "public-key" };
const sampleClientData = "eyJ0eXBlIjoid2ViYXV0aG4ifQ";

export const AddPasskeyBody = z
  .object({
    name: oneLine(NAME_MAX).exactOptional().describe("Defaults to the browser and its operating system."),
    credential: NewCredential,
  })
  .meta({
    examples: [
      {
        name: "Work laptop",
        credential: {
          ...sampleCredential,
          response: { clientDataJSON: sampleClientData, attestationObject: "o2NmbXRkbm9uZQ", transports: ["internal"] },
        },
      },
    ],
  });
export type AddPasskeyBody = z.infer<typeof AddPasskeyBody>;

export const LogInByPasskeyBody = z.object({ credential: SignedCredential }).meta({
  examples: [
    {
      credential: {
        ...sampleCredential,
        response: {
          clientDataJSON: sampleClientData,
          authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4",
          signature: "MEUCIQDb3v2Xk0pT7q",
          userHandle: "AZkMXRxFemuNLk86KxwNBA",
        },
      },
    },
  ],
});

export const PasskeyJson = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    host: z.string().describe("Browsers offer the passkey only there."),
    createdAt: dateTime,
    lastUsedAt: dateTime.exactOptional().describe("Absent if it was never used."),
  })
  .meta({ id: "Passkey" });
export type PasskeyJson = z.infer<typeof PasskeyJson>;

export const PasskeyListResponse = z.strictObject({
  passkeys: z.array(PasskeyJson),
  host: z
    .string()
    .exactOptional()
    .describe("Where new passkeys work. Absent if the service isn't served over https or runs at an IP address."),
});

export const PasskeyResponse = z.strictObject({ passkey: PasskeyJson });
export type PasskeyResponse = z.infer<typeof PasskeyResponse>;

const knownCredential = z.strictObject({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()),
});

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn level 3. */
export const PasskeyCreationOptions = z
  .strictObject({
    challenge: z.string(),
    rp: z.strictObject({ id: z.string(), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.strictObject({ type: z.literal("public-key"), alg: z.int() })),
    timeout: z.int(),
    attestation: z.literal("none"),
    authenticatorSelection: z.strictObject({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
    excludeCredentials: z.array(knownCredential).describe("The account's passkeys."),
  })
  .describe("For `PublicKeyCredential.parseCreationOptionsFromJSON()`.")
  .meta({
    id: "PasskeyCreationOptions",
    examples: [
      {
        challenge: SAMPLE_CHALLENGE,
        rp: { id: "inbox.example.com", name: "Site Inbox" },
        user: { id: "AZkMXRxFemuNLk86KxwNBA", name: "ada@example.com", displayName: "Ada Lovelace" },
        pubKeyCredParams: [{ type: "public-key", alg: -7 }],
        timeout: 300_000,
        attestation: "none",
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
        excludeCredentials: [{ id: SAMPLE_ID, type: "public-key", transports: ["internal"] }],
      },
    ],
  });
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;

export const PasskeyCreationOptionsResponse = z.strictObject({ options: PasskeyCreationOptions });
export type PasskeyCreationOptionsResponse = z.infer<typeof PasskeyCreationOptionsResponse>;

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn level 3. */
export const PasskeyRequestOptions = z
  .strictObject({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal("required"),
  })
  .describe("For `PublicKeyCredential.parseRequestOptionsFromJSON()`.")
  .meta({
    id: "PasskeyRequestOptions",
    examples: [
      { challenge: SAMPLE_CHALLENGE, rpId: "inbox.example.com", timeout: 300_000, userVerification: "required" },
    ],
  });
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>;

export const PasskeyRequestOptionsResponse = z.strictObject({ options: PasskeyRequestOptions });
export type PasskeyRequestOptionsResponse = z.infer<typeof PasskeyRequestOptionsResponse>;
