/** What /login shows. `code` asks for the second factor of somebody whose password was right. */
export type LoginMode = "login" | "sign-up" | "forgot" | "code";

const MODES: readonly LoginMode[] = ["login", "sign-up", "forgot", "code"];

/** Each mode has its own address, so that Back works. */
export function modeOf(query: URLSearchParams): LoginMode {
  const asked = query.get("mode");
  return MODES.find((mode) => mode === asked) ?? "login";
}

/** The address of a mode. `redirectTo`: where to go after signing in, carried along; null for the person's home. */
export function loginPath(mode: LoginMode, redirectTo: string | null = null): string {
  const query = new URLSearchParams();
  if (mode !== "login") query.set("mode", mode);
  if (redirectTo) query.set("redirectTo", redirectTo);
  return query.size > 0 ? `/login?${query}` : "/login";
}
