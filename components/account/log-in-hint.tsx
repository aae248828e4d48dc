import { authCopy } from "#components/catalogs/auth.tsx";

/** Leads someone who already has an account to the login. */
export function LogInHint() {
  return (
    <p className="mt-6 text-quiet">
      {authCopy.haveAccount((label) => (
        <a href="/login" className="font-medium text-accent underline underline-offset-3">
          {label}
        </a>
      ))}
    </p>
  );
}
