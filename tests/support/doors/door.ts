/** Who tries a door. `client` owns the fixtures' booking and account; `other` is another client. */
export const VISITORS = ["nobody", "client", "other", "admin"] as const;
export type Visitor = (typeof VISITORS)[number];

/** A status, or a redirect: `→ /`. */
export type Answer = number | `→ ${string}`;

/**
 * One route and each visitor's answer. `door` is its file as in app/routes.ts, `at` an address of it; `{secret}`,
 * `{appointment}`, `{record}`, `{user}`, `{session}`, `{enquiry}` and `{mail}` are the client's. `post` null: it takes
 * no forms.
 */
export type Door = {
  door: string;
  at: string;
  get: Record<Visitor, Answer>;
  post: { form: Record<string, string>; answers: Record<Visitor, Answer> } | null;
};

type Opens = { get?: Answer; post?: Answer; form?: Record<string, string> };

/** Open to all. `get` and `post`: the answers to a GET and to an empty form (or to `form`). */
export function everybody(door: string, at: string, opens: Opens = {}): Door {
  return row({ door, at, opens, closedTo: [], shut: "→ /" });
}

/** Admins only; others are redirected to the home page. */
export function adminsOnly(door: string, at: string, opens: Opens = {}): Door {
  return row({ door, at, opens, closedTo: ["nobody", "client", "other"], shut: "→ /" });
}

/** Signed-in users only; others are redirected to sign in. */
export function signedInOnly(door: string, at: string, opens: Opens = {}): Door {
  return row({ door, at, opens, closedTo: ["nobody"], shut: `→ /login?redirectTo=${encodeURIComponent(at)}` });
}

type Row = { door: string; at: string; opens: Opens; closedTo: readonly Visitor[]; shut: Answer };

function row({ door, at, opens: { get = 200, post, form = {} }, closedTo, shut }: Row): Door {
  const each = (open: Answer) =>
    Object.fromEntries(VISITORS.map((visitor) => [visitor, closedTo.includes(visitor) ? shut : open])) as Record<
      Visitor,
      Answer
    >;
  return { door, at, get: each(get), post: post === undefined ? null : { form, answers: each(post) } };
}
