/** Sets the environment variables that Next, React and next-auth read. Has to run before any of them is loaded. */
export function setNextEnvironment(settings: {
  mode: "production" | "development";
  baseUrl: string;
  buildDir: string;
}): void {
  Object.assign(process.env, {
    NODE_ENV: settings.mode,
    NEXTAUTH_URL: settings.baseUrl,
    NEXT_TELEMETRY_DISABLED: "1",
    SITE_INBOX_BUILD_DIR: settings.buildDir,
  });
}
