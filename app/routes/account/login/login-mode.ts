/** What /login shows. `code`: the second factor, after the right password. */
export type LoginMode = "login" | "sign-up" | "forgot" | "code";

const MODES: readonly LoginMode[] = ["login", "sign-up", "forgot", "code"];

export function modeOf(query: URLSearchParams): LoginMode {
  const typed = query.get("mode");
  return MODES.find((mode) => mode === typed) ?? "login";
}

/** The address of a mode. `redirectTo`: where to go after signing in; null for the person's home. */
export function loginPath(mode: LoginMode, redirectTo: string | null = null): string {
  const query = new URLSearchParams();
  if (mode !== "login") query.set("mode", mode);
  if (redirectTo) query.set("redirectTo", redirectTo);
  return query.size > 0 ? `/login?${query}` : "/login";
}
