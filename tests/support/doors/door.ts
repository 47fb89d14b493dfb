/**
 * Who tries a door. `client` owns the fixtures' booking and account; `other` is another client. The booking is with
 * `therapist`, and not with their `colleague`.
 */
export const VISITORS = [
  "nobody",
  "client",
  "other",
  "reception",
  "therapist",
  "colleague",
  "bookkeeper",
  "admin",
] as const;
export type Visitor = (typeof VISITORS)[number];
export type StaffVisitor = "reception" | "therapist" | "colleague" | "bookkeeper";

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

/** What somebody of the team gets who may not: the page that says whom to ask. */
export const REFUSED: Answer = "→ /admin/no-access";

/** Owners only; others are redirected to the home page, the team to the page that says whom to ask. */
export function adminsOnly(door: string, at: string, opens: Opens = {}): Door {
  return row({
    door,
    at,
    opens,
    closedTo: VISITORS.filter((visitor) => visitor !== "admin"),
    shut: "→ /",
    ofTeam: REFUSED,
  });
}

/** What somebody of the practice gets who is no owner: an owner's answers, but for those named. */
type Part = { get?: Answer; post?: Answer };
export const SAME: Part = {};
/** Beyond their reach: as if it did not exist. */
export const MISSING: Part = { get: 404, post: 404 };

/** Owners, and the roles that are named; others as in `adminsOnly`. */
export function practiceOnly(door: string, at: string, opens: Opens & Partial<Record<StaffVisitor, Part>>): Door {
  const shut = adminsOnly(door, at, opens);
  const get = { ...shut.get };
  const answers = shut.post && { ...shut.post.answers };
  for (const visitor of ["reception", "therapist", "colleague", "bookkeeper"] as const) {
    const part = opens[visitor];
    if (part) get[visitor] = part.get ?? get.admin;
    if (part && answers) answers[visitor] = part.post ?? answers.admin;
  }
  return { ...shut, get, post: shut.post && answers && { ...shut.post, answers } };
}

/** Signed-in users only; others are redirected to sign in. */
export function signedInOnly(door: string, at: string, opens: Opens = {}): Door {
  return row({ door, at, opens, closedTo: ["nobody"], shut: `→ /login?redirectTo=${encodeURIComponent(at)}` });
}

type Row = { door: string; at: string; opens: Opens; closedTo: readonly Visitor[]; shut: Answer; ofTeam?: Answer };

const TEAM: readonly Visitor[] = ["reception", "therapist", "colleague", "bookkeeper"];

function row({ door, at, opens: { get = 200, post, form = {} }, closedTo, shut, ofTeam = shut }: Row): Door {
  const shutTo = (visitor: Visitor) => (TEAM.includes(visitor) ? ofTeam : shut);
  const each = (open: Answer) =>
    Object.fromEntries(
      VISITORS.map((visitor) => [visitor, closedTo.includes(visitor) ? shutTo(visitor) : open]),
    ) as Record<Visitor, Answer>;
  return { door, at, get: each(get), post: post === undefined ? null : { form, answers: each(post) } };
}
