"use client";

import { type ReactNode, useId } from "react";
import type { ApiResult } from "#components/api/call-api.ts";
import { fieldProblem } from "#components/api/problem.ts";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { Dialog, DialogButtons } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";

type Props = {
  title: ReactNode;
  hint: string;
  action: string;
  onErase: () => Promise<ApiResult<void>>;
  /** They aren't the visitors any longer that were shown. */
  onChanged: () => unknown;
  onClose: () => void;
};

/** Has someone type a word before everything stored about a visitor is erased. */
export function EraseDialog({ title, hint, action, onErase, onChanged, onClose }: Props) {
  const headingId = useId();
  const { field, message, busy, form } = useForm({
    initial: { confirmation: "" },
    read: readTexts("confirmation"),
    submit: async ({ confirmation }) => {
      const word = conversationCopy.eraseWord;
      if (confirmation.trim().toLowerCase() !== word) {
        return fieldProblem("confirmation", conversationCopy.eraseMismatch(word));
      }
      const result = await onErase();
      if (result.ok || result.problem.code !== "conflict") return result;
      await onChanged();
      return { ok: false, problem: { ...result.problem, words: conversationCopy.eraseChanged } };
    },
  });
  return (
    <Dialog labelledBy={headingId} onClose={onClose}>
      <form {...form} noValidate className="grid gap-4 p-6">
        <h2 id={headingId} className="text-xl font-semibold tracking-tight text-balance">
          {title}
        </h2>
        <p className="text-quiet text-pretty">{hint}</p>
        <Field
          label={conversationCopy.eraseLabel(conversationCopy.eraseWord)}
          {...field("confirmation")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Notice tone="problem">{message}</Notice>
        <DialogButtons look="danger" busy={busy}>
          {action}
        </DialogButtons>
      </form>
    </Dialog>
  );
}
