import { notFound } from "next/navigation";

/** Catches every unknown URL: the group's not-found page, with status 404. */
export default function UnknownPage() {
  notFound();
}
