import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** A mail as it arrived: parsed, and who the envelope said that it is from and to. */
export type Received = { mail: ParsedMail; from: string; to: string[]; raw: string };

/** A refusal, or the connection cut off without a word. */
type Reply = { code: number; text: string } | "cut" | null;
type Stage = "rcpt" | "data";

type Options = {
  /** The response to each email, in order, and to which command; the last one repeats. */
  replies?: Array<{ at: Stage; reply: Reply } | null>;
  /** How long a greeting takes. */
  slowMs?: number;
  tls?: { key: string; cert: string };
  /** A user and password that have to be given. */
  login?: { user: string; pass: string };
  port?: number;
};

type Refused = { code: number; text: string };
const refusal = ({ code, text }: Refused) => Object.assign(new Error(text), { responseCode: code });

/** A real mail server, which keeps what it accepts. */
export async function mailServer(options: Options = {}) {
  const { slowMs = 0, tls, login, port = 0 } = options;
  let replies = options.replies ?? [];
  const received: Received[] = [];
  const tried: string[] = [];
  const waiting = new Set<() => void>();

  // One for each mail that is begun, so that a refusal at RCPT and one at DATA count the same.
  const turn = new WeakMap<SMTPServerSession, { at: Stage; reply: Reply } | null>();
  const nextTurn = () => (replies.length > 1 ? (replies.shift() ?? null) : (replies[0] ?? null));

  const cut = () => {
    for (const connection of server.connections) connection.close();
  };

  const server: SMTPServer = new SMTPServer({
    disabledCommands: [...(tls ? [] : ["STARTTLS"]), ...(login ? [] : ["AUTH"])],
    ...(tls && { key: tls.key, cert: tls.cert }),
    authOptional: !login,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _, done) => {
      const isRight = username === login?.user && password === login?.pass;
      if (isRight) done(null, { user: username });
      else done(refusal({ code: 535, text: "5.7.8 wrong" }));
    },
    onConnect: (_, done) => void wait(slowMs, undefined, { ref: false }).then(() => done()),
    onMailFrom: (_, session, done) => {
      turn.set(session, nextTurn());
      done();
    },
    onRcptTo: ({ address }, session, done) => {
      tried.push(address);
      const said = turn.get(session);
      if (said?.at !== "rcpt" || !said.reply) return done();
      if (said.reply === "cut") return cut();
      done(refusal(said.reply));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const said = turn.get(session);
        const reply = said?.at === "data" ? said.reply : null;
        if (reply === "cut") return cut();
        if (reply) return done(refusal(reply));
        const raw = Buffer.concat(chunks).toString();
        void simpleParser(raw, { skipTextToHtml: true }).then((mail) => {
          const { mailFrom, rcptTo } = session.envelope;
          received.push({
            mail,
            raw,
            from: mailFrom ? mailFrom.address : "",
            to: rcptTo.map(({ address }) => address),
          });
          done();
          for (const check of waiting) check();
        });
      });
    },
  });
  server.on("error", () => undefined);
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const { port: listening } = server.server.address() as AddressInfo;

  // Clients keep their connections open for further emails, and the server would wait for them.
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      cut();
    });
  return {
    port: listening,
    url: `smtp://127.0.0.1:${listening}`,
    received,
    /** The addresses that email was sent to, including rejected ones. */
    tried,
    setReplies: (wanted: Options["replies"] = []) => {
      replies = [...wanted];
    },
    /** All mails to an address, once there are this many. */
    to: (address: string, count = 1) =>
      new Promise<Received[]>((resolve) => {
        const check = () => {
          const found = received.filter(({ to }) => to.includes(address));
          if (found.length < count) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
