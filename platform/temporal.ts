/**
 * Dates, times and zones by the rules of the zone database: the runtime's own `Temporal` if it has one (Node 24 doesn't), else
 * the polyfill's. The only importer of the package, and only the service loads it: browsers get instants.
 */
export { Temporal } from "temporal-polyfill";
