/** They're not in schema.ts, because browsers need them too. */
export const GREETING_LIMITS = {
  perSite: 5,
  positionMax: 4,
  textMax: 200,
  pagesMax: 10,
  patternMax: 200,
  afterMax: 600,
};

export const GREETING_TIMES = ["any", "open", "closed"] as const;
