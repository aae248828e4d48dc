/** Whether a text is base64url as we write it: decoders also accept padding, other alphabets and stray last bits. */
export const isCanonicalBase64url = (text: string): boolean =>
  Buffer.from(text, "base64url").toString("base64url") === text;
