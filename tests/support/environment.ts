/** Where the service under test writes its log. */
export const SERVICE_LOG = "test-results/service.log";

/** What tests/global-setup.ts has set up, as the tests find it. */
export const testEnvironment = {
  /** The address of the service under test. */
  get baseUrl() {
    return required("TEST_BASE_URL");
  },
  /** The database of the service under test. */
  get databaseUrl() {
    return required("TEST_DATABASE_URL");
  },
  /** A database with all tables and nothing in them, to be copied. */
  get templateName() {
    return required("TEST_TEMPLATE_NAME");
  },
  /** The folder that the service under test was built into. */
  get buildDir() {
    return required("TEST_BUILD_DIR");
  },
  /** The secret that the service under test signs with. */
  get authSecret() {
    return required("TEST_AUTH_SECRET");
  },
  /** The folder in which the service under test keeps files. */
  get dataDir() {
    return required("TEST_DATA_DIR");
  },
  /** Whether all tests of the API run, not only some. */
  get isWholeRun() {
    return process.env.TEST_IS_WHOLE_RUN === "yes";
  },
  /** Whether variants are checked too, as by npm run test:all and by tests that someone chose. */
  get hasVariants() {
    return process.env.TEST_SET !== "usual";
  },
  /** Node's arguments that make a process record its statements (recorded-rows.ts); none where it's measured. */
  get recording() {
    const file = process.env.TEST_RECORDING;
    // With room for what a start allocates, Node collects less garbage, which was a quarter of the start's CPU.
    if (!file) return [];
    const slow = process.env.SLOW_STATEMENTS ? ["--import", new URL("slow-statements.ts", import.meta.url).href] : [];
    return ["--min-semi-space-size=8", "--import", file, ...slow];
  },
  /** A Redis or Valkey server's program, where there is one. */
  get redisPath() {
    return process.env.TEST_REDIS_PATH || undefined;
  },
  /** The browser's program; without it, Playwright's own. */
  get browserPath() {
    return process.env.TEST_BROWSER_PATH || undefined;
  },
  get hasBrowser() {
    return process.env.TEST_HAS_BROWSER !== "no";
  },
};

function required(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name} is missing: run the tests with npm test, or npm test -- FILE`);
}
