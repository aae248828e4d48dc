import type { Challenge } from "#platform/challenge.ts";

/*
 * A chunk of its own, loaded only if the server asks for it. The browser's own SHA-256 returns a promise, which takes
 * far longer than hashing such a short text.
 */

const WORDS = 64;
const PIECE_MS = 12;
const AT_ONCE = 256;

const root = (n: number, degree: number) => ((n ** (1 / degree) % 1) * 2 ** 32) | 0;

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return primes;
}

const PRIMES = firstPrimes(WORDS);
const ROUND = Int32Array.from(PRIMES, (prime) => root(prime, 3));
const BEGIN = PRIMES.slice(0, 8).map((prime) => root(prime, 2));
const schedule = new Int32Array(WORDS);

const at = (words: Int32Array, index: number) => words[index] ?? 0;
const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Returns the first 32 bits of the SHA-256 (FIPS 180-4) of at most 55 ASCII characters. */
export function hashProofStart(text: string): number {
  schedule.fill(0);
  const put = (index: number, byte: number) => {
    schedule[index >> 2] = at(schedule, index >> 2) | (byte << (24 - (index & 3) * 8));
  };
  for (let index = 0; index < text.length; index++) put(index, text.charCodeAt(index));
  put(text.length, 0x80);
  schedule[15] = text.length * 8;
  for (let t = 16; t < WORDS; t++) {
    const early = at(schedule, t - 15);
    const late = at(schedule, t - 2);
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    schedule[t] = at(schedule, t - 16) + small + at(schedule, t - 7) + large;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = BEGIN;
  const first = a;
  for (let t = 0; t < WORDS; t++) {
    const one =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUND, t) + at(schedule, t)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return (first + a) | 0;
}

const isSolution = ({ salt, difficulty }: Challenge, nonce: number) =>
  Math.clz32(hashProofStart(`${salt}.${nonce}`)) >= difficulty;

/** Solves a challenge in small steps, so that the page stays responsive. */
export async function solve(challenge: Challenge) {
  const { algorithm: _, ...asked } = challenge;
  for (let nonce = 0; ; ) {
    for (const until = performance.now() + PIECE_MS; performance.now() < until; ) {
      for (const end = nonce + AT_ONCE; nonce < end; nonce++) {
        if (isSolution(challenge, nonce)) return { ...asked, nonce: String(nonce) };
      }
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}
