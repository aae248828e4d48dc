import { ChildError, childRunner } from "../child/run-in-child.ts";

/** A picture to draw from another one: whole within a square of `side` pixels, or cut to that square. Never enlarged. */
export type Wish = { side: number; shape: "fit" | "square" };

/** A picture in WebP: upright, in sRGB, without metadata, and only the first frame of an animation. */
export type DrawnPicture = { content: Buffer; width: number; height: number };

export type PictureRequest = { path: string; wishes: Wish[] };

/** `undecodable` is the file's fault: trying it again is pointless. `unavailable` is the host's, and `busy` passes soon. */
type PictureFailure = "undecodable" | "unavailable" | "busy";

export class PictureError extends Error {
  override readonly name = "PictureError";
  readonly failure: PictureFailure;

  constructor(failure: PictureFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

type Options = {
  /** How much of the processor one file may take: more is the file's fault. */
  cpuMs?: number;
  /** How long it may take: more is the host's fault. */
  timeMs?: number;
  /** Ends the drawing, which then throws `unavailable`. */
  signal?: AbortSignal;
  /** Throws `busy` if as many files are being drawn or waiting. */
  waitingMax?: number;
};

const CPU_MS = 10_000;
const TIME_MS = 30_000;

const pictures = childRunner<PictureRequest, DrawnPicture[]>({
  program: "platform/pictures/picture-process.ts",
  heapMb: 64,
  idleMs: 30_000,
});

/**
 * Draws pictures from the JPEG, PNG, WebP, GIF or AVIF at `path`, in the order of the wishes, in a process of their own:
 * whatever a file does to its decoder, this process goes on. One file at a time; others wait. Throws `PictureError`, for
 * files of more than 40 million pixels too.
 */
export function drawPictures(
  path: string,
  wishes: Wish[],
  { cpuMs = CPU_MS, timeMs = TIME_MS, ...options }: Options = {},
): Promise<DrawnPicture[]> {
  return pictures.run({ path, wishes }, { cpuMs, timeMs, ...options }).catch((error: unknown) => {
    if (!(error instanceof ChildError)) throw error;
    throw new PictureError(error.failure === "input" ? "undecodable" : error.failure, error.message);
  });
}

/** Returns the id of the process that draws pictures, if one is running. */
export const pictureProcessId = pictures.pid;
