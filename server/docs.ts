import { writeFileSync } from "node:fs";
import { configurationDocument, sampleEnvironment } from "./configuration-document.ts";
import { print } from "./console.ts";

writeFileSync("docs/configuration.md", configurationDocument());
writeFileSync(".env.example", sampleEnvironment());
print("Wrote docs/configuration.md and .env.example from the settings in platform/env.ts.");
