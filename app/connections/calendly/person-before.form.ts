import { z } from "zod";
import { personFields } from "#app/clients/person.form.ts";

const personBefore = z.object(personFields);

type Person = z.output<typeof personBefore>;

/** Who wants to see the calendar. The specification asks for all three. */
export function readPerson(
  typed: unknown,
): { kind: "valid"; person: Person } | { kind: "invalid"; errors: Partial<Record<keyof Person, string>> } {
  const read = personBefore.safeParse(typed);
  if (read.success) return { kind: "valid", person: read.data };
  const errors: Partial<Record<keyof Person, string>> = {};
  for (const issue of read.error.issues) errors[issue.path[0] as keyof Person] ??= issue.message;
  return { kind: "invalid", errors };
}
