/** A refusal that a program can read (RFC 9457). `errors` names each field by a JSON pointer, with its sentence. */
type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  errors?: { pointer: string; detail: string }[];
};

/** A problem as an answer. Members beyond the standard ones go in `more` (RFC 9457 section 3.2). */
export function problemResponse(
  problem: Omit<Problem, "type"> & { type?: string },
  { more = {}, headers = {} }: { more?: Record<string, unknown>; headers?: Record<string, string> } = {},
): Response {
  const body = { type: "about:blank", ...problem, ...more };
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...headers },
  });
}

/** Field errors as problem details: each field named by a JSON pointer. */
export function fieldProblems(errors: Record<string, string | undefined>): Problem["errors"] {
  return Object.entries(errors).flatMap(([field, detail]) => (detail ? [{ pointer: `#/${field}`, detail }] : []));
}
