/** Returns the options of Node that preload modules, for child processes with options of their own. A package needs one. */
export const importOptions = (): string[] => process.execArgv.filter((option) => option.startsWith("--import="));
