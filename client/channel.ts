/** A way to tell the other tabs of this browser something. */
export type Channel = { send: (message: object) => void; close: () => void };

export type OpenChannel = (name: string, onMessage: (message: unknown) => void) => Channel;

/** The channel between this browser's tabs; none where the browser does not let the page have one. */
export const openBroadcastChannel: OpenChannel = (name, onMessage) => {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data);
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
};
