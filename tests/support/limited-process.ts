import { randomInt } from "node:crypto";
import { type ApiResponse, type Call, send } from "./api-client.ts";
import type { Mechanism } from "./silence.ts";
import { startProcess } from "./start-process.ts";

/** A process behind a proxy, with limits that a test reaches. */
export async function limitedProcess(settings: Record<string, string>, name = "limited", without: Mechanism[] = []) {
  const service = await startProcess(
    name,
    { RATE_LIMITS: "on", TRUSTED_PROXY_HOPS: "1", JOBS: "off", ...settings },
    { without },
  );
  const ask = (method: string, path: string, { from, headers, ...call }: Call & { from?: string } = {}) => {
    const forwarded = from === undefined ? {} : { "X-Forwarded-For": from };
    return send(method, path, { ...call, baseUrl: service.baseUrl, headers: { ...forwarded, ...headers } });
  };
  return { ...service, ask };
}

export type LimitedProcess = Awaited<ReturnType<typeof limitedProcess>>;

/** Statuses in their order, each with how often it came in a row: "201 x3, 429 x1". */
export function inARow(responses: ApiResponse[]): string {
  const runs: { status: number; times: number }[] = [];
  for (const { status } of responses) {
    const last = runs.at(-1);
    if (last?.status === status) last.times += 1;
    else runs.push({ status, times: 1 });
  }
  return runs.map(({ status, times }) => `${status} x${times}`).join(", ");
}

/** The same thing done several times, one after the other. */
export async function times(count: number, work: (at: number) => Promise<ApiResponse>): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = [];
  for (let at = 0; at < count; at += 1) responses.push(await work(at));
  return responses;
}

/** An address that no other test calls from. */
export const newAddress = () => `10.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;

/** An IPv6 network of 64 bits that no other test calls from, without the rest of an address. */
export const newNetwork = () => `2001:db8:${randomInt(1, 65_535).toString(16)}:${randomInt(1, 65_535).toString(16)}`;
