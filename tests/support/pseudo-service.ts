import { installPseudoLanguage } from "./pseudo-language.ts";

// Before anything is loaded that reads a catalog.
installPseudoLanguage();
await import("./service.ts");
