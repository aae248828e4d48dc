const QUEUE_MAX_BYTES = 1024 * 1024;

const tooSlow = () => new Error("the reader of an event stream is too slow");

/** The body of one stream, and the way to write to it. */
export type EventStream = {
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  write(chunk: Uint8Array): void;
  end(): void;
};

/**
 * A stream that never holds more than a megabyte for a reader who does not read: such a one is cut, and
 * fetches what it missed when it is back. `onClosed` is called once, whoever ends it.
 */
export function createEventStream(onClosed: () => void): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: (made) => {
        controller = made;
      },
      cancel: () => close(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: QUEUE_MAX_BYTES }),
  );

  const close = (finish?: (open: ReadableStreamDefaultController<Uint8Array>) => void) => {
    if (!controller) return;
    const open = controller;
    controller = undefined;
    finish?.(open);
    onClosed();
  };

  return {
    body,
    write: (chunk) => {
      controller?.enqueue(chunk);
      if ((controller?.desiredSize ?? 1) <= 0) close((open) => open.error(tooSlow()));
    },
    // What a reader has left unread would keep the connection open for as long as they like.
    end: () => close((open) => (open.desiredSize === QUEUE_MAX_BYTES ? open.close() : open.error(tooSlow()))),
  };
}
