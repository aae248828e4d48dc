import { notFound } from "next/navigation";

/** Every address that is nothing else: the group's not-found page, with the status to it. */
export default function UnknownPage() {
  notFound();
}
