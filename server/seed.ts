import { say } from "./console.ts";
import { generatePassword } from "./generate-password.ts";
import { run } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

await run(
  () =>
    withDatabase(async () => {
      const { DEMO_EMAIL, seedDemo } = await import("../prisma/seed.ts");
      const password = generatePassword();
      await seedDemo(password);
      say(`Filled the demo account ${DEMO_EMAIL}. Its password, shown this once: ${password}`);
    }),
  "cannot fill the demo account",
);
