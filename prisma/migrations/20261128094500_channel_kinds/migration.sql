-- lib/outbox/channels/kinds.ts is the list of kinds, and the only code that writes one goes by it. The previous version
-- writes no others.
ALTER TABLE "channels" DROP CONSTRAINT "channels_kind_value";
