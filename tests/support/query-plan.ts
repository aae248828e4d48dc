import type { Client } from "pg";
import type { Recorded } from "./recorded-statements.ts";

type PlanNode = {
  "Node Type": string;
  "Total Cost": number;
  "Plan Rows": number;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Sort Key"?: string[];
  "Presorted Key"?: string[];
  Plans?: PlanNode[];
};

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/**
 * What is wrong with the way in which the database would run a statement: each table that it would read whole, and each sort.
 * For its values, and where it is prepared also for whatever values.
 */
export async function faultsOfPlan(client: Client, statement: Recorded): Promise<string[]> {
  const plans = [await planOf(client, statement)];
  if (statement.name !== undefined) plans.push(await preparedPlanOf(client, statement));
  return plans.flatMap(nodesOf).flatMap((node) => {
    const type = node["Node Type"];
    if (type === "Seq Scan") return [`reads all of ${node["Relation Name"]}`];
    // The few rows of a period are sorted as they're read (decision 25).
    if (node["Presorted Key"]?.some((key) => /(last_message|listed)_period$/.test(key))) return [];
    if (/Sort/.test(type) && isBoundedByPeriod(node)) return [];
    if (/Sort/.test(type) && isOfPerson(node)) return [];
    if (/Sort/.test(type)) return [`sorts by ${node["Sort Key"]?.join(", ")}`];
    return [];
  });
}

// A person has few visitors and sites, which writers lock in one order.
const PERSON_ROWS_MAX = 100;
const isOfPerson = (sort: PlanNode) =>
  sort["Plan Rows"] <= PERSON_ROWS_MAX &&
  sort["Sort Key"]?.every((key) => /merged_into|^[sv]\.id$|last_message_at/.test(key));

// Several sites' rows are found down to a period, which was chosen so that they are few.
const isBoundedByPeriod = (sort: PlanNode) =>
  nodesOf(sort).some((node) => /last_message_period >= /.test(node["Index Cond"] ?? ""));

// After five plans for the actual values, PostgreSQL compares their costs with that of a plan for any values.
const COMPARED = 6;

/** Whether a prepared statement is planned once, rather than each time for its values. */
export async function isPlannedOnce(client: Client, { name, text, values }: Required<Recorded>): Promise<boolean> {
  for (let time = 0; time < COMPARED; time += 1) {
    await client.query("BEGIN");
    // Its row may be there already, which is found after the planning.
    await client.query({ name, text, values }).catch(() => undefined);
    await client.query("ROLLBACK");
  }
  const plans = "SELECT generic_plans > 0 AS once FROM pg_prepared_statements WHERE name = $1";
  return (await client.query(plans, [name])).rows[0].once;
}

/** Whether the database would merge what it finds by several indexes, for a statement's values and for any. */
export async function isMerged(client: Client, statement: Recorded): Promise<boolean> {
  const plans = [await planOf(client, statement), await preparedPlanOf(client, statement)];
  return plans.every((plan) => nodesOf(plan).some((node) => node["Node Type"] === "Merge Append"));
}

/** What the planner thinks that a statement costs, in its own measure. */
export async function costOfPlan(client: Client, statement: Recorded): Promise<number> {
  return (await planOf(client, statement))["Total Cost"];
}

/** How the database would read an index in a statement: the types of the plan's nodes. */
export async function scansOf(client: Client, statement: Recorded, index: string): Promise<string[]> {
  const nodes = nodesOf(await planOf(client, statement)).filter((node) => node["Index Name"] === index);
  return nodes.map((node) => node["Node Type"]);
}

/** What the database would look for in an index in a statement. */
export async function conditionsOf(client: Client, statement: Recorded, index: string): Promise<string[]> {
  const nodes = nodesOf(await planOf(client, statement)).filter((node) => node["Index Name"] === index);
  return nodes.map((node) => node["Index Cond"] ?? "");
}

async function planOf(client: Client, { text, values }: Recorded): Promise<PlanNode> {
  const { rows } = await client.query({ text: `EXPLAIN (FORMAT JSON) ${text}`, values });
  return rows[0]["QUERY PLAN"][0].Plan;
}

async function preparedPlanOf(client: Client, { text }: Recorded): Promise<PlanNode> {
  const { rows } = await client.query(`EXPLAIN (FORMAT JSON, GENERIC_PLAN) ${text}`);
  return rows[0]["QUERY PLAN"][0].Plan;
}
