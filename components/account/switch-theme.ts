import { callApi } from "#components/api/call-api.ts";
import { showToast } from "#components/ui/toast.tsx";

/** Shows a theme at once, and stores it with the account. */
export async function switchTheme(theme: string): Promise<void> {
  const { dataset } = document.documentElement;
  const { theme: before = "system" } = dataset;
  dataset.theme = theme;
  const result = await callApi("/account", { method: "PATCH", body: { preferences: { theme } } });
  if (result.ok) return;
  dataset.theme = before;
  showToast({ words: result.problem.words });
}

/** The theme that differs from the one shown now. */
export function otherTheme(): "light" | "dark" {
  const { theme } = document.documentElement.dataset;
  const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  return isDark ? "light" : "dark";
}
