export function EmailLink({ email }: { email: string }) {
  return (
    <a
      href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}
      className="text-accent underline underline-offset-3"
    >
      <bdi>{email}</bdi>
    </a>
  );
}
