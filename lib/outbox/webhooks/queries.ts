import { openSealed } from "#platform/crypto/sealed-text.ts";
import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { listCursor } from "#platform/list-cursor.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/statements.ts";
import type { DeliveryParams, EndpointParams, ListDeliveriesQuery } from "./schema.ts";
import {
  type AttemptRow,
  DELIVERY_VIEW,
  type DeliveryRow,
  ENDPOINT_VIEW,
  type EndpointRow,
  ownDelivery,
  ownEndpoint,
  ownEndpointsOf,
} from "./statements.ts";

/** An endpoint without its secrets. */
export type Endpoint = Omit<EndpointRow, "secret"> & { isReadable: boolean };

const withoutSecret = ({ secret, ...endpoint }: EndpointRow): Endpoint => ({
  ...endpoint,
  isReadable: openSealed(secret, endpoint.id) !== null,
});

/** Returns the endpoints of one site of the workspace, oldest first. Throws `not_found`. */
export async function listEndpoints(scope: OwnerScope, siteId: string): Promise<Endpoint[]> {
  const rows = await query<EndpointRow | { id: null }>(Prisma.sql`
    SELECT e.* FROM sites s
    LEFT JOIN (${ENDPOINT_VIEW} WHERE ${ownEndpointsOf(scope, siteId)}) e ON true
    WHERE ${ownSite(scope, siteId)}
    ORDER BY e."createdAt", e.id`);
  if (rows.length === 0) throw new AppError("not_found");
  return rows.filter((row) => row.id !== null).map(withoutSecret);
}

/** Returns one endpoint. Throws `not_found`. */
export async function getEndpoint(scope: OwnerScope, params: EndpointParams): Promise<Endpoint> {
  const [row] = await query<EndpointRow>(Prisma.sql`${ENDPOINT_VIEW} WHERE ${ownEndpoint(scope, params)}`);
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
  const rows = await query<DeliveryRow | { id: null }>(Prisma.sql`
    SELECT d.* FROM webhook_endpoints e
    LEFT JOIN LATERAL (${DELIVERY_VIEW}
      WHERE d.endpoint_id = e.id
        ${status === undefined ? Prisma.empty : Prisma.sql`AND d.status = ${status}`}
        ${after ? Prisma.sql`AND (d.created_at, d.id) < (${after.createdAt}, ${after.id}::uuid)` : Prisma.empty}
      ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit + 1}
    ) d ON true
    WHERE ${ownEndpoint(scope, params)}
    ORDER BY d."createdAt" DESC, d.id DESC`);
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
  const [delivery] = await query<DeliveryRow>(Prisma.sql`${DELIVERY_VIEW} WHERE ${ownDelivery(scope, params)}`);
  if (!delivery) throw new AppError("not_found");
  const log = await query<AttemptRow>(Prisma.sql`
    SELECT a.number, a.started_at AS "startedAt", a.duration_ms AS "durationMs", a.request_headers AS "requestHeaders",
      a.status_code AS "statusCode", a.answer, a.error
    FROM webhook_deliveries d JOIN webhook_attempts a ON a.delivery_id = d.id
    WHERE ${ownDelivery(scope, params)} ORDER BY a.number DESC`);
  return { ...delivery, log };
}
