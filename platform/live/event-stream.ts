const QUEUE_MAX_BYTES = 1024 * 1024;

const tooSlow = () => new Error("the reader of an event stream is too slow");

/** Where a stream's bytes go. `write` returns how many bytes are waiting for the reader. */
export type EventSink = {
  write(chunk: Uint8Array): number;
  /** Ends cleanly, unless much is waiting: a slow reader could then keep the connection open at will. */
  end(): void;
  cut(): void;
};

/**
 * A stream that buffers at most a megabyte. A slower reader is cut off, and fetches what it missed when it
 * reconnects. `onClosed` is called once, whichever side closes.
 */
export class EventStream {
  #onClosed: (() => void) | undefined;
  #sink: EventSink | undefined;
  /** Chunks written before a sink was attached. */
  #early: Uint8Array[] = [];

  constructor(onClosed: () => void) {
    this.#onClosed = onClosed;
  }

  write(chunk: Uint8Array): void {
    if (!this.#onClosed) return;
    if (!this.#sink) this.#early.push(chunk);
    else if (this.#sink.write(chunk) >= QUEUE_MAX_BYTES) this.#close(() => this.#sink?.cut());
  }

  /** Puts a chunk before all others. Call it only before a sink is attached. */
  begin(chunk: Uint8Array): void {
    this.#early.unshift(chunk);
  }

  end(): void {
    this.#close(() => this.#sink?.end());
  }

  /** Handles a reader that disconnected. */
  abandon(): void {
    this.#close(() => undefined);
  }

  /** Sends everything written so far, and from now on, to this sink. */
  attach(sink: EventSink): void {
    this.#sink = sink;
    for (const chunk of this.#early.splice(0)) sink.write(chunk);
    if (!this.#onClosed) sink.end();
  }

  /** Returns the stream as the body of a Response. */
  toWebStream(): ReadableStream<Uint8Array> {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => this.attach(webSink(controller));
    const strategy = new ByteLengthQueuingStrategy({ highWaterMark: QUEUE_MAX_BYTES });
    return new ReadableStream<Uint8Array>({ start, cancel: () => this.abandon() }, strategy);
  }

  #close(finish: () => void): void {
    const onClosed = this.#onClosed;
    if (!onClosed) return;
    this.#onClosed = undefined;
    finish();
    onClosed();
  }
}

function webSink(controller: ReadableStreamDefaultController<Uint8Array>): EventSink {
  const waiting = () => QUEUE_MAX_BYTES - (controller.desiredSize ?? QUEUE_MAX_BYTES);
  const cut = () => controller.error(tooSlow());
  return {
    write: (chunk) => {
      controller.enqueue(chunk);
      return waiting();
    },
    end: () => (waiting() === 0 ? controller.close() : cut()),
    cut,
  };
}
