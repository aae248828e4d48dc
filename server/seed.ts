import { withDatabase } from "./database/with-database.ts";
import { print } from "./process/console.ts";
import { generatePassword } from "./process/generate-password.ts";
import { runCommand } from "./process/run-command.ts";

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
