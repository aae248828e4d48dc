/** Whether to show where the service spends its time, which makes it slower. */
export const isProfiling = process.argv.includes("--profile");

/** Whether to run a quick form: fewer and shorter rounds, and a tenth of the data. */
export const isShort = process.argv.includes("--short");
