import { recordRows } from "./recorded-rows.ts";

// Imported into a process before its program.
recordRows();
