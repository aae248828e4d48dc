const QUEUE_MAX_BYTES = 1024 * 1024;

const tooSlow = () => new Error("the reader of an event stream is too slow");

/** Where a stream's bytes go. `write` answers how many bytes wait there for the reader. */
export type EventSink = {
  write(chunk: Uint8Array): number;
  /** Ends in order, unless much is waiting: that would keep the connection open for as long as the reader likes. */
  end(): void;
  cut(): void;
};

/**
 * A stream that never holds more than a megabyte for a reader who does not read: such a one is cut, and
 * fetches what it missed when it is back. `onClosed` is called once, whoever ends it.
 */
export class EventStream {
  #onClosed: (() => void) | undefined;
  #sink: EventSink | undefined;
  /** What was written before there was a sink. */
  #early: Uint8Array[] = [];

  constructor(onClosed: () => void) {
    this.#onClosed = onClosed;
  }

  write(chunk: Uint8Array): void {
    if (!this.#onClosed) return;
    if (!this.#sink) this.#early.push(chunk);
    else if (this.#sink.write(chunk) >= QUEUE_MAX_BYTES) this.#close(() => this.#sink?.cut());
  }

  end(): void {
    this.#close(() => this.#sink?.end());
  }

  /** The reader has left. */
  abandon(): void {
    this.#close(() => undefined);
  }

  /** Sends the stream to where its bytes go from now on. */
  attach(sink: EventSink): void {
    this.#sink = sink;
    for (const chunk of this.#early.splice(0)) sink.write(chunk);
    if (!this.#onClosed) sink.end();
  }

  /** The stream as the body of a Response. */
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
