"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { PasswordDialog } from "#components/account/password-dialog.tsx";
import { callApi } from "#components/api/call-api.ts";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { Button } from "#components/ui/button.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { SelectField } from "#components/ui/select-field.tsx";

const OFFERED = [30, 90, 180, 365, 730];

/** Shows how long activity is kept. Owners change it. */
export function ActivityDays({ days, isOwner, email }: { days: number; isOwner: boolean; email: string }) {
  const router = useRouter();
  const button = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState<string>();
  const submit = async (form: FormData) => {
    const activityDays = Number(textOf(form, "activityDays"));
    const body = { currentPassword: textOf(form, "currentPassword"), activityDays };
    const result = await callApi("/workspace/security", { method: "PATCH", body });
    if (result.ok) {
      setAsking(false);
      setDone(workspaceCopy.kept(workspaceCopy.days(activityDays)));
      router.refresh();
      button.current?.focus();
    }
    return result;
  };
  const options = [...new Set([...OFFERED, days])].toSorted((one, other) => one - other);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="font-medium">{workspaceCopy.keptFor(workspaceCopy.days(days))}</p>
        {isOwner ? (
          <Button ref={button} aria-label={workspaceCopy.changeKeeping} onClick={() => setAsking(true)}>
            {workspaceCopy.change}
          </Button>
        ) : (
          <p className="text-sm text-quiet">{workspaceCopy.ownersOnly}</p>
        )}
      </div>
      <Notice tone="done">{done}</Notice>
      {asking && (
        <PasswordDialog
          email={email}
          title={workspaceCopy.keepQuestion}
          action={workspaceCopy.change}
          submit={submit}
          fields={({ activityDays }) => (
            <SelectField
              label={workspaceCopy.keepFor}
              name="activityDays"
              options={options.map((count) => [count, workspaceCopy.days(count)] as const)}
              defaultValue={days}
              error={activityDays}
            />
          )}
          onClose={() => setAsking(false)}
        >
          {workspaceCopy.keepHint}
        </PasswordDialog>
      )}
    </div>
  );
}
