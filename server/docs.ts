import { writeFileSync } from "node:fs";
import { configurationDocument, sampleEnvironment } from "./documents/configuration-document.ts";
import { rolesDocument } from "./documents/roles-document.ts";
import { print } from "./process/console.ts";

writeFileSync("docs/configuration.md", configurationDocument());
writeFileSync(".env.example", sampleEnvironment());
writeFileSync("docs/roles.md", await rolesDocument());
print("Wrote docs/configuration.md, .env.example and docs/roles.md from the code.");
