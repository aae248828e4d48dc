/** Sends messages to the other tabs of this browser. */
export type Channel = {
  send: (message: object) => void;
  listen: (onMessage: (message: unknown) => void) => void;
  close: () => void;
};

/** Returns undefined if the browser doesn't allow a channel. */
export type OpenChannel = (name: string) => Channel | undefined;

export const openBroadcastChannel: OpenChannel = (name) => {
  try {
    const channel = new BroadcastChannel(name);
    return {
      send: (message) => channel.postMessage(message),
      listen: (onMessage) => {
        channel.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data);
      },
      close: () => channel.close(),
    };
  } catch {
    return undefined;
  }
};
