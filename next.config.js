import { existsSync } from "node:fs";
import { join } from "node:path";

// Tests build beside a running server, so they name a folder of their own.
const distDir = process.env.SITE_INBOX_BUILD_DIR ?? ".next";

/** @type {import("next").NextConfig} */
export default {
  distDir,
  poweredByHeader: false,
  // `npm test` checks types; starting the service should not wait for it.
  typescript: { ignoreBuildErrors: true },
  // Loaded as they are: the API runs on the same modules outside of Next's bundles.
  serverExternalPackages: ["@redis/client", "pg", "pino"],
  devIndicators: false,
  // Each page is loaded when it is first asked for, and not all of them at the start: that takes a fifth of what a start costs.
  experimental: {
    preloadEntriesOnStart: false,
    // With source maps, a build fails within 1.5 GB of memory, where it ends well without. The image and the package have none anyway.
    turbopackSourceMaps: false,
    // forbidden(), for pages that a role can't use.
    authInterrupts: true,
    // The cache speeds up a rebuild, and costs a first build a quarter of its CPU. Most folders see only one build.
    turbopackFileSystemCacheForBuild: existsSync(join(distDir, "BUILD_ID")),
  },
  // Titles and icons come with the page itself: what streams them later costs each page more than it saves.
  htmlLimitedBots: /.*/,
  images: { unoptimized: true },
};
