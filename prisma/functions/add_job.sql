-- Adds the job of a row to pg-boss's queue, in the caller's transaction: a row that's committed has its job, and one
-- that's rolled back has none. It's the only place that knows how pg-boss stores jobs. Jobs of one group don't occupy
-- all workers.
CREATE OR REPLACE FUNCTION "add_job"("queue_name" TEXT, "job_id" UUID, "row_id" UUID, "due" TIMESTAMPTZ, "job_group" TEXT DEFAULT NULL)
RETURNS UUID LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO pgboss.job (
        id, name, data, start_after, created_on, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max,
        expire_seconds, deletion_seconds, policy, dead_letter, heartbeat_seconds, group_id
    )
    SELECT job_id, q.name, jsonb_build_object('id', row_id), due, now(), due + q.retention_seconds * interval '1 s',
        q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
        q.expire_seconds, q.deletion_seconds, q.policy, q.dead_letter, q.heartbeat_seconds, job_group
    FROM pgboss.queue q WHERE q.name = queue_name;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no queue %', queue_name;
    END IF;
    RETURN job_id;
END $$;
