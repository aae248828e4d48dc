import type { UploadedFile } from "./live-event.ts";

/** Why an upload failed. `status` is 0 without a response, and `maxSize` the most bytes, if it's too large. */
export type UploadProblem = { status: number; code: string; retryAfter: number; maxSize?: number | undefined };
export type UploadOutcome = { ok: true; file: UploadedFile } | { ok: false; problem: UploadProblem };

type Options = {
  headers: Record<string, string>;
  /** Called with the part that was sent, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
};

const SILENCE_MS = 60_000;

/**
 * Uploads a file (contract.md section 19). fetch() doesn't report how much it has sent, so this is an
 * XMLHttpRequest. It's given up if nothing has moved for a minute.
 */
export function uploadFile(url: string, file: File, { headers, onProgress, signal }: Options): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ ok: false, problem: { status: 0, code: "", retryAfter: 0 } });
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), SILENCE_MS);
    };
    request.onloadend = () => {
      clearTimeout(silence);
      resolve(outcomeOf(request));
    };
    request.upload.onprogress = ({ loaded, total }) => {
      wait();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.setRequestHeader("File-Name", encodeURIComponent(file.name.toWellFormed()));
    signal.addEventListener("abort", () => request.abort());
    wait();
    request.send(file);
  });
}

function outcomeOf(request: XMLHttpRequest): UploadOutcome {
  const { status } = request;
  const body = parse(request.responseText);
  if (status === 201 && body?.file) return { ok: true, file: body.file };
  const retryAfter = status === 0 ? 0 : Number(request.getResponseHeader("Retry-After")) || 0;
  return { ok: false, problem: { status, code: body?.code ?? "", retryAfter, maxSize: body?.maxSize } };
}

function parse(text: string): { file?: UploadedFile; code?: string; maxSize?: number } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
