import { z } from "zod";
import { PARTS, type Part } from "#app/platform/parts.ts";

export type AdminCommand =
  | { kind: "create"; email: string; parts: readonly Part[]; therapist: string | null }
  | { kind: "list" }
  | { kind: "suspend" | "reset"; email: string }
  | { kind: "usage"; message: string };

const USAGE = `Usage: npm run admin -- create EMAIL [PART…] [--therapist=NAME-IN-ITS-ADDRESS]
       npm run admin -- list
       npm run admin -- suspend EMAIL
       npm run admin -- reset EMAIL
Parts: ${PARTS.join(", ")}. Without one, an owner is made.`;

/** What was typed after `npm run admin --`. */
export function adminCommand([verb, typed, ...rest]: readonly string[]): AdminCommand {
  if (verb === "list" && typed === undefined) return { kind: "list" };
  const email = z.email().safeParse(typed);
  if (!email.success) return { kind: "usage", message: USAGE };
  const address = email.data.toLowerCase();
  if (verb === "suspend" || verb === "reset") {
    return rest.length === 0 ? { kind: verb, email: address } : { kind: "usage", message: USAGE };
  }
  return verb === "create" ? createCommand(address, rest) : { kind: "usage", message: USAGE };
}

function createCommand(email: string, rest: readonly string[]): AdminCommand {
  const options = rest.filter((word) => word.startsWith("--therapist="));
  const names = rest.filter((word) => !options.includes(word));
  const unknown = names.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined) return { kind: "usage", message: `There is no part ${unknown}.\n${USAGE}` };
  const parts = names.length === 0 ? (["owner"] as const) : PARTS.filter((part) => names.includes(part));
  const therapist = options[0]?.slice("--therapist=".length) || null;
  const needsOne = parts.some((part) => part === "therapist");
  if (needsOne !== (therapist !== null)) return { kind: "usage", message: `${THERAPIST}\n${USAGE}` };
  return { kind: "create", email, parts, therapist };
}

const THERAPIST = "A therapist needs --therapist=, and nobody else has one: whose diary is theirs.";
