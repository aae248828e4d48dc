import type { ListedAccount, LoginReason } from "#lib/people/owners/account-report.system.ts";
import { plural } from "#platform/catalog.ts";
import { withDatabase } from "./database/with-database.ts";
import { print } from "./process/console.ts";
import { generatePassword } from "./process/generate-password.ts";
import { runCommand } from "./process/run-command.ts";
import { StartError } from "./process/start-error.ts";

const USES = [
  "list [TEXT]",
  "why EMAIL",
  "create EMAIL",
  "reset EMAIL",
  "disable EMAIL",
  "enable EMAIL",
  "delete EMAIL --yes",
  "export-person EMAIL FILE",
  "erase-person EMAIL",
  "erase-person EMAIL --yes",
  "lift-oidc EMAIL",
  "secret",
  "new-secret",
  "or new-secret --yes",
];
const USAGE = `usage: npm run owner -- ${USES.join(", ")}`;
const LISTED_MAX = 50;

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

const day = (at: Date | null) => at?.toISOString().slice(0, 10) ?? "never";

function accountWords({
  email,
  name,
  createdAt,
  seenAt,
  disabledAt,
  isConfirmed,
  hasSecondFactor,
  passkeys,
  workspaces,
}: ListedAccount) {
  const facts = [
    `created ${day(createdAt)}`,
    `last seen ${day(seenAt)}`,
    disabledAt && `disabled ${day(disabledAt)}`,
    !isConfirmed && "email not confirmed",
    hasSecondFactor && "two-factor login",
    passkeys > 0 && plural(passkeys, { one: "1 passkey", other: "# passkeys" }),
    ...workspaces.map(
      ({ name: workspace, role, isSuspended }) => `${role} of ${workspace}${isSuspended ? " (suspended)" : ""}`,
    ),
    workspaces.length === 0 && "in no workspace",
  ];
  return `${email}${name === null ? "" : ` (${name})`}: ${facts.filter(Boolean).join(", ")}`;
}

async function list(text = ""): Promise<void> {
  const { listAccounts } = await import("#lib/people/owners/account-report.system.ts");
  const { accounts, count } = await listAccounts(text, LISTED_MAX);
  for (const account of accounts) print(accountWords(account));
  if (count > accounts.length)
    print(`and ${(count - accounts.length).toLocaleString("en")} more: add a part of the email or name`);
  if (count === 0) print(text === "" ? "There's no account yet." : `No account has "${text}" in its email or name.`);
}

const LOGIN_REASONS: { [K in LoginReason["kind"]]: (reason: LoginReason & { kind: K }) => string } = {
  no_account: ({ isInvited, maySignUp }) => {
    if (isInvited) return "There's no account. They're invited: they create it with the link in that email.";
    return maySignUp
      ? "There's no account. They can sign up."
      : "There's no account, and signing up is closed (SIGNUP). Create it with npm run owner -- create EMAIL.";
  },
  disabled: () => "The account is disabled. To let them log in again: npm run owner -- enable EMAIL.",
  no_workspace: ({ isInvited }) =>
    isInvited
      ? "They can log in, but are in no workspace yet: they have to open the link of their invitation, and confirm their email."
      : "They can log in, but are in no workspace: nobody has invited them, or they were removed.",
  suspended: ({ workspace }) => `They're suspended in ${workspace}. Its owners and admins can restore them.`,
  second_factor_required: ({ workspace }) =>
    `${workspace} requires two-factor login. They set it up at their next login, with their password.`,
  oidc_required: ({ workspace }) =>
    `${workspace} requires the login provider, so a password or passkey alone doesn't let them in. They log in there, or npm run owner -- lift-oidc with its owner's email ends that.`,
};

async function why(email: string): Promise<void> {
  const { explainLogin } = await import("#lib/people/owners/account-report.system.ts");
  const { account, reasons } = await explainLogin(email);
  if (account) print(accountWords(account));
  for (const reason of reasons) print((LOGIN_REASONS[reason.kind] as (one: LoginReason) => string)(reason));
  if (reasons.length > 0) return;
  print(
    "Nothing keeps them out. If the password is wrong: npm run owner -- reset EMAIL. After many wrong ones, they wait for up to 15 minutes.",
  );
}

// Streams end at once only if the other processes get the change before this one ends.
async function publishChanges(): Promise<void> {
  const { changeBus } = await import("#lib/base/changes/publish-change.ts");
  await changeBus().close();
}

async function disable(email: string): Promise<void> {
  const { disableByOperator } = await import("#lib/people/owners/disable-user.system.ts");
  await disableByOperator(email).catch(explain(email));
  await publishChanges();
  print(`Disabled the account ${email}. They're logged out, and their API keys and notifications stopped working.`);
  print("Everything else is kept. To let them log in again: npm run owner -- enable EMAIL.");
}

async function enable(email: string): Promise<void> {
  const { enableByOperator } = await import("#lib/people/owners/disable-user.system.ts");
  await enableByOperator(email).catch(explain(email));
  print(`The account ${email} is enabled. They can log in, and their API keys work again.`);
}

async function remove(email: string): Promise<void> {
  const { closeByOperator } = await import("#lib/people/owners/close-user.system.ts");
  await closeByOperator(email).catch(explain(email));
  await publishChanges();
  print(`Deleted the account ${email}, with the workspaces that were theirs alone. The service erases what's in them.`);
}

// A person who wrote as a visitor, in all workspaces. Another verb, or other arguments, aren't about one.
function findPersonTask([verb = "", email = "", ...more]: string[]): (() => Promise<void>) | undefined {
  const [last = "", ...rest] = more;
  if (email === "" || rest.length > 0) return undefined;
  const load = () => import("./people/person-data.ts");
  if (verb === "export-person" && last !== "") return async () => (await load()).exportPerson(email, last);
  const isErasing = verb === "erase-person" && ["", "--yes"].includes(last);
  return isErasing ? async () => (await load()).erasePerson(email, last === "--yes") : undefined;
}

const VERBS: Record<string, (email: string) => Promise<void>> = {
  create,
  reset,
  why,
  disable,
  enable,
  "lift-oidc": liftOidc,
};

const REASONS: Record<string, string> = {
  email_taken: "already has an account; to set a new password: npm run owner -- reset EMAIL",
  last_owner: "is the only owner of a workspace with other people: make one of them an owner first",
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
  if (verb === "list" && more.length === 0) return withDatabase(() => list(email));
  if (verb === "delete" && email !== undefined && more.join(" ") === "--yes") return withDatabase(() => remove(email));
  const personTask = findPersonTask(given);
  if (personTask) return withDatabase(personTask);
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!run || email === undefined || more.length > 0) throw new StartError(USAGE);
  await withDatabase(() => run(email));
}, "cannot do that");
