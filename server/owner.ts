import { withDatabase } from "./database/with-database.ts";
import { print } from "./process/console.ts";
import { generatePassword } from "./process/generate-password.ts";
import { runCommand } from "./process/run-command.ts";
import { StartError } from "./process/start-error.ts";

const USAGE =
  "usage: npm run owner -- create EMAIL, reset EMAIL, lift-oidc EMAIL, secret, new-secret, or new-secret --yes";

async function create(email: string): Promise<void> {
  const { createOwner } = await import("#lib/people/owners/create-owner.system.ts");
  const { RegisterBody } = await import("#lib/people/owners/schema.ts");
  const input = RegisterBody.safeParse({ email, password: generatePassword() });
  if (!input.success) throw new StartError(`${email} ${input.error.issues[0]?.message ?? "is not an email address"}`);
  await createOwner({ ...input.data, isConfirmed: true }).catch(explain(email));
  print(`Created the account ${email}. Its password, shown only once: ${input.data.password}`);
}

async function reset(email: string): Promise<void> {
  const { resetPasswordByOperator } = await import("#lib/people/owners/create-owner.system.ts");
  const password = generatePassword();
  const hadSecondFactor = await resetPasswordByOperator(email, password).catch(explain(email));
  print(`Set a new password for ${email}, shown only once: ${password}`);
  print("Its sessions, passkeys and API keys were revoked.");
  if (hadSecondFactor)
    print("Two-factor login was turned off. It can be set up again in the account's security settings.");
}

async function liftOidc(email: string): Promise<void> {
  const { liftOidcRequirement } = await import("#lib/people/workspaces/lift-requirement.system.ts");
  const count = await liftOidcRequirement(email).catch(explain(email));
  print(`${count} of the workspaces of ${email} required the login provider. None does now.`);
}

const VERBS: Record<string, (email: string) => Promise<void>> = { create, reset, "lift-oidc": liftOidc };

const REASONS: Record<string, string> = {
  email_taken: "already has an account; to set a new password: npm run owner -- reset EMAIL",
  not_found: "has no account; to create one: npm run owner -- create EMAIL",
};

function explain(email: string): (error: unknown) => never {
  return (error) => {
    const reason = error instanceof Error && "code" in error ? REASONS[String(error.code)] : undefined;
    throw reason ? new StartError(`${email} ${reason.replace("EMAIL", email)}`) : error;
  };
}

// Of the whole database. They also work with a secret that doesn't fit it.
const TASKS: Record<string, () => Promise<void>> = {
  secret: async () => (await import("./database/database-secret.ts")).printSecretStatus(),
  "new-secret": async () => (await import("./database/new-secret.ts")).giveNewSecret(false),
  "new-secret --yes": async () => (await import("./database/new-secret.ts")).giveNewSecret(true),
};

await runCommand(async () => {
  const given = process.argv.slice(2);
  const [verb = "", email, ...more] = given;
  const task = given.join(" ");
  if (Object.hasOwn(TASKS, task)) return TASKS[task]?.();
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!run || email === undefined || more.length > 0) throw new StartError(USAGE);
  await withDatabase(() => run(email));
}, "cannot do that");
