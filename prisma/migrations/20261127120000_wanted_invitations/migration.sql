-- Who wants to join by an invitation, and does once they confirm its address.
ALTER TABLE "invitations" ADD COLUMN "wanted_by" UUID;
