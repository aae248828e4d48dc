-- Whose turn it is. Only counts while it's the assignee, so whatever else assigns the conversation ends the turn.
ALTER TABLE "conversations" ADD COLUMN "turn_of" UUID;
