const ROUTE_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

export type Method = (typeof ROUTE_METHODS)[number];

/** The methods that routes can have. */
export const METHODS: readonly string[] = ROUTE_METHODS;
