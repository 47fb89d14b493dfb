import { z } from "zod";
import { TEAM_ROLES, type TeamRole } from "#app/platform/permissions.ts";
import type { Usage } from "#scripts/bootstrap/commands.d.mts";
import { parseCommand, usageOf } from "#scripts/bootstrap/commands.mjs";

export type AdminCommand =
  | { kind: "create"; email: string; roles: readonly TeamRole[]; therapist: string | null }
  | { kind: "list" }
  | { kind: "invite" | "suspend" | "reset"; email: string }
  | Usage;

/** The exit code of an invitation to somebody who is on the team already: the set-up of a server goes on there. */
export const ON_TEAM_CODE = 3;

/** What was typed after `npm run admin --`. */
export function adminCommand(args: readonly string[]): AdminCommand {
  const typed = parseCommand("admin", args);
  if (typed.kind !== "typed") return typed;
  const [verb, address, ...names] = typed.words;
  if (verb === "list") return address === undefined ? { kind: "list" } : invalid(`${address} is not expected here.`);
  const email = z.email().safeParse(address);
  if (!email.success) return invalid("Enter an email address, like name@example.com.");
  const to = email.data.toLowerCase();
  if (verb === "create") return createCommand(to, { names, therapist: typed.texts.therapist || null });
  if (names.length > 0) return invalid(`${names[0]} is not expected here.`);
  return { kind: verb === "suspend" || verb === "invite" ? verb : "reset", email: to };
}

function createCommand(
  email: string,
  { names, therapist }: { names: readonly string[]; therapist: string | null },
): AdminCommand {
  const unknown = names.find((name) => !TEAM_ROLES.some((role) => role === name));
  if (unknown !== undefined) return invalid(`There is no role ${unknown}.`);
  const roles = names.length === 0 ? (["owner"] as const) : TEAM_ROLES.filter((role) => names.includes(role));
  const needsOne = roles.some((role) => role === "therapist");
  if (needsOne && therapist === null) return invalid("A therapist needs --therapist: the diary that they see.");
  if (!needsOne && therapist !== null) return invalid("--therapist goes with the role therapist only.");
  return { kind: "create", email, roles, therapist };
}

function invalid(sentence: string): Usage {
  return { kind: "invalid", message: `${sentence}\n${usageOf("admin")}` };
}
