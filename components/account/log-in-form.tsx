"use client";

import { useEffect, useState } from "react";
import { openSession } from "#components/api/open-session.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { problemCopy } from "#components/catalogs/problems.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { UsernameField } from "./credential-fields.tsx";
import { SecondFactorStep } from "./second-factor-step.tsx";

const IN_HASH = /^#challenge=(.+)$/;

/** Logs in with the password and, if the account has one, the second factor. A login at the provider begins with that. */
export function LogInForm({ next }: { next: string }) {
  const [challenge, setChallenge] = useArrivedChallenge();
  const [isOver, setOver] = useState(false);
  const { field, message, problem, busy, form } = useForm({
    initial: { email: "", password: "" },
    read: readTexts("email", "password"),
    submit: async (given) => {
      const result = await openSession(given);
      if (result.ok) location.assign(next);
      else setChallenge(result.problem.challenge);
      return result;
    },
  });
  if (challenge) {
    const startAgain = (isTooLate: boolean) => {
      setOver(isTooLate);
      setChallenge(undefined);
    };
    return <SecondFactorStep challenge={challenge} next={next} onStartAgain={startAgain} />;
  }
  const said = problem?.code === "second_factor_required" ? isOver && problemCopy.logInOver : message;
  return (
    <form {...form} className="grid gap-4">
      <UsernameField {...field("email")} maxLength={320} />
      <Field
        label={generalCopy.password}
        {...field("password")}
        type="password"
        autoComplete="current-password"
        required
      />
      <Notice tone="problem">{said}</Notice>
      <Button type="submit" look="primary" busy={busy}>
        {generalCopy.logIn}
      </Button>
    </form>
  );
}

/** Like `useState`, for the challenge of a second factor. After a login at the provider, it comes in the page's fragment. */
function useArrivedChallenge() {
  const [challenge, setChallenge] = useState<string>();
  useEffect(() => {
    const arrived = IN_HASH.exec(location.hash)?.[1];
    if (arrived === undefined) return;
    setChallenge(arrived);
    history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  return [challenge, setChallenge] as const;
}
