/** A count for npm test, and the larger one that npm run soak takes for the tests tagged @soak. */
export const atScale = (short: number, soak: number): number => (process.env.TEST_SOAK ? soak : short);
