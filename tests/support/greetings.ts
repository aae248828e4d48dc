import { type GreetingJson, GreetingListResponse, GreetingResponse } from "#lib/sites/greetings/schema.ts";
import { ask } from "./api-client.ts";
import type { Owner } from "./factories.ts";

let made = 0;

/** Creates a greeting, of a name that no other of the site has unless it's given. */
export async function newGreeting({ token }: Owner, site: { id: string }, fields: object = {}): Promise<GreetingJson> {
  made += 1;
  const body = { name: `greeting-${made}`, text: "Questions? Ask us.", ...fields };
  return (await ask(GreetingResponse, 201, "POST", `/sites/${site.id}/greetings`, { token, body })).greeting;
}

export const greetingsOf = async ({ token }: Owner, site: { id: string }): Promise<GreetingJson[]> =>
  (await ask(GreetingListResponse, 200, "GET", `/sites/${site.id}/greetings`, { token })).greetings;
