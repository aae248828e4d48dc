import { print } from "./console.ts";
import { generatePassword } from "./generate-password.ts";
import { runCommand } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

await runCommand(
  () =>
    withDatabase(async () => {
      const { DEMO_EMAIL, seedDemo } = await import("../prisma/seed.ts");
      const password = generatePassword();
      await seedDemo(password);
      print(`Filled the demo account ${DEMO_EMAIL}. Its password, shown only once: ${password}`);
    }),
  "cannot fill the demo account",
);
