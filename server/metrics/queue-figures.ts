export async function queueFigures(): Promise<string> {
  return "";
}
