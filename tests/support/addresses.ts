import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

type Known = { path: string; file: string };

/** Every route's address and file, parameters as in app/routes.ts: `/booking/:secret`. */
export async function addresses(): Promise<Known[]> {
  return (await routes).flatMap((entry) => under("", entry));
}

export async function fixedAddresses(): Promise<string[]> {
  const all = (await addresses()).map(({ path }) => path);
  return [...new Set(all.filter((path) => !/[:*]/.test(path)))];
}

function under(above: string, { path = "", file, children, index }: RouteConfigEntry): Known[] {
  const full = path ? `${above}/${path}` : above;
  const below = (children ?? []).flatMap((child) => under(full, child));
  return children && !index ? below : [{ path: full || "/", file }, ...below];
}
