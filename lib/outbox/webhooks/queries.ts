import { openSealed } from "#platform/crypto/sealed-text.ts";
import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { listCursor } from "#platform/list-cursor.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { type DeliveryParams, type EndpointParams, type ListDeliveriesQuery, REPLAYED_MAX } from "./schema.ts";
import {
  type AttemptRow,
  attemptsOf,
  countFailed,
  type DeliveryRow,
  deliveriesOf,
  type EndpointRow,
  endpointsOf,
  oneDelivery,
  oneEndpoint,
} from "./statements.ts";

/** An endpoint without its secrets. */
export type Endpoint = Omit<EndpointRow, "secret"> & { isReadable: boolean };

const withoutSecret = ({ secret, ...endpoint }: EndpointRow): Endpoint => ({
  ...endpoint,
  isReadable: openSealed(secret, endpoint.id) !== null,
});

/** Returns the endpoints of one site of the workspace, oldest first. Throws `not_found`. */
export async function listEndpoints(scope: OwnerScope, siteId: string): Promise<Endpoint[]> {
  const rows = await query<EndpointRow | { id: null }>(endpointsOf(scope, siteId));
  if (rows.length === 0) throw new AppError("not_found");
  return rows.filter((row) => row.id !== null).map(withoutSecret);
}

/** Returns one endpoint. Throws `not_found`. */
export async function getEndpoint(scope: OwnerScope, params: EndpointParams): Promise<Endpoint> {
  const [row] = await query<EndpointRow>(oneEndpoint(scope, params));
  if (!row) throw new AppError("not_found");
  return withoutSecret(row);
}

const deliveryCursor = listCursor({
  time: "createdAt",
  filterText: ({ endpointId, status }: EndpointParams & { status: string | undefined }) =>
    `${endpointId} ${status ?? ""}`,
  sameAs: "endpoint and status",
});

export type DeliveryPage = { deliveries: DeliveryRow[]; nextCursor: string | null };

/** Returns a page of an endpoint's deliveries, newest first. Throws `not_found`. */
export async function listDeliveries(
  scope: OwnerScope,
  params: EndpointParams,
  wanted: ListDeliveriesQuery,
): Promise<DeliveryPage> {
  const { status, limit, cursor } = wanted;
  const after = cursor === undefined ? null : deliveryCursor.decode(cursor, { ...params, status });
  const statement = deliveriesOf(scope, params, { status, after, limit: limit + 1 });
  const rows = await query<DeliveryRow | { id: null }>(statement);
  if (rows.length === 0) throw new AppError("not_found");
  const found = rows.filter((row) => row.id !== null);
  const deliveries = found.slice(0, limit);
  const last = deliveries.at(-1);
  const nextCursor = found.length > limit && last ? deliveryCursor.encode(last, { ...params, status }) : null;
  return { deliveries, nextCursor };
}

export type DeliveryWithLog = DeliveryRow & { log: AttemptRow[] };

/** Returns one delivery with its attempts, newest first. Throws `not_found`. */
export async function getDelivery(scope: OwnerScope, params: DeliveryParams): Promise<DeliveryWithLog> {
  const [delivery] = await query<DeliveryRow>(oneDelivery(scope, params));
  if (!delivery) throw new AppError("not_found");
  return { ...delivery, log: await query<AttemptRow>(attemptsOf(scope, params)) };
}

/** Returns how many failed deliveries of an endpoint one request would send again. */
export async function countReplayable(scope: OwnerScope, params: EndpointParams): Promise<number> {
  const [found] = await query<{ count: number }>(countFailed(scope, params, REPLAYED_MAX));
  return found?.count ?? 0;
}
