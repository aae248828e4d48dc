import { LoadConnection } from "../load/connection.ts";
import { EACH_TIME, requestText } from "../load/job.ts";

type Sending = { port: number; path: string; tokens: string[]; file: string };

/** Uploads a file for each token, all at once, each with a number of its own in it, and from an address of its own. */
export async function sendAtOnce({ port, path, tokens, file }: Sending): Promise<void> {
  // What follows the number is the same for all, so it's in memory once.
  const headEnd = file.indexOf(EACH_TIME) + EACH_TIME.length;
  const rest = Buffer.from(file.slice(headEnd));
  const responses = await Promise.all(
    tokens.map(async (token, at) => {
      const whole = requestText({ method: "POST", path, token, body: file });
      const head = whole
        .slice(0, whole.length - rest.length - EACH_TIME.length)
        .replace("\r\n", `\r\nX-Forwarded-For: 203.0.113.${at}\r\n`);
      const number = String(at).padStart(EACH_TIME.length, "0");
      const connection = await LoadConnection.open(port);
      const response = await connection.ask(Buffer.from(head + number), rest);
      connection.close();
      return response.toString("latin1");
    }),
  );
  const refused = responses.find((response) => !response.startsWith("HTTP/1.1 201"));
  if (refused !== undefined) throw new Error(`unexpected response: ${refused.slice(0, refused.indexOf("\r\n"))}`);
}
