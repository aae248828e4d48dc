import base from "../playwright.config.ts";

/** Every test, but for those of npm run soak. */
export default {
  ...base,
  projects: base.projects?.map(({ testIgnore: _, grep: _journeys, grepInvert: _all, ...project }) => project),
};
