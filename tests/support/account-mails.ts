import { expect } from "@playwright/test";
import { SessionResponse } from "#lib/people/owners/schema.ts";
import { ask } from "./api-client.ts";
import { PASSWORD } from "./factories.ts";
import type { MailedOwner, MailWorld } from "./mail-world.ts";

/** The content of the token that an email's link to a page has. */
export const tokenIn = (page: string, text = "") => new RegExp(`/${page}(?:\\?join)?#(\\S+)`).exec(text)?.[1] ?? "";

/** What the owner of an account does with its emails, and a stranger with its address. */
export function accountMails(world: () => MailWorld) {
  const at = (body: object) => ({ baseUrl: world().baseUrl, body });
  const mailsTo = (email: string) =>
    world()
      .server.received.filter(({ to }) => to.includes(email))
      .map(({ mail }) => mail);
  const forget = (email: string) => world().send("POST", "/auth/forgot-password", { body: { email } });
  return {
    at,
    mailsTo,
    subjectsTo: (email: string) => mailsTo(email).map(({ subject }) => subject),
    forget,
    logIn: (email: string, password: string) =>
      ask(SessionResponse, 200, "POST", "/auth/login", at({ email, password })),

    isConfirmed: async ({ token }: MailedOwner): Promise<boolean> =>
      JSON.parse((await world().send("GET", "/account/mail", { token })).text).mail.confirmed,

    /** The token of the link in the newest email that a request for a new password brings. */
    resetToken: async (email: string): Promise<string> => {
      expect((await forget(email)).status).toBe(204);
      await world().deliverAll();
      return tokenIn("reset-password", mailsTo(email).at(-1)?.text);
    },

    /** Creates an account, with its email to confirm it. Returns its token. */
    register: async (email: string): Promise<string> => {
      const { token } = await ask(SessionResponse, 201, "POST", "/auth/register", at({ email, password: PASSWORD }));
      return token;
    },
  };
}
