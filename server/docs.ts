import { writeFileSync } from "node:fs";
import { configurationDocument, sampleEnvironment } from "./configuration-document.ts";
import { print } from "./console.ts";
import { rolesDocument } from "./roles-document.ts";

writeFileSync("docs/configuration.md", configurationDocument());
writeFileSync(".env.example", sampleEnvironment());
writeFileSync("docs/roles.md", await rolesDocument());
print("Wrote docs/configuration.md, .env.example and docs/roles.md from the code.");
