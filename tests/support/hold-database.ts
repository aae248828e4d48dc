import { openEmbedded } from "../../server/database/embedded.ts";

// A process that has the built-in database of a data folder open, until it's stopped or killed.
const [dataDir = ""] = process.argv.slice(2);
const database = await openEmbedded(dataDir);
process.on("SIGTERM", () => void database.stop().then(() => process.exit(0)));
// Listening for it also keeps this process awake.
process.on("disconnect", () => process.exit(1));
process.send?.({ url: database.url });
