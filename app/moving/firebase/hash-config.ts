import { z } from "zod";
import type { ImportedHashKey } from "#app/accounts/passwords/imported-password.ts";

const BASE64 = /^[\w+/=-]+$/;

const hashConfig = z.object({
  algorithm: z.literal("SCRYPT", { error: "it names another algorithm than SCRYPT, Firebase’s own" }),
  signerKey: z.string({ error: "it has no base64_signer_key" }).regex(BASE64, "its signer key is not base64"),
  separator: z.string({ error: "it has no base64_salt_separator" }).regex(BASE64, "its separator is not base64"),
  rounds: z.coerce
    .number({ error: "it has no rounds" })
    .int("its rounds are no whole number")
    .min(1, "its rounds are below 1")
    .max(8, "its rounds are over 8: Firebase itself allows 8 at most"),
  memCost: z.coerce
    .number({ error: "it has no mem_cost" })
    .int("its mem_cost is no whole number")
    .min(1, "its mem_cost is below 1")
    .max(14, "its mem_cost is over 14: Firebase itself allows 14 at most"),
});

type HashConfigOutcome = { kind: "read"; key: ImportedHashKey } | { kind: "refused"; message: string };

/** Reads the password hash parameters: the console’s block of text, or the project’s configuration as JSON. */
export function readHashConfig(text: string): HashConfigOutcome {
  const read = hashConfig.safeParse(text.trim().startsWith("{") ? fromJson(text) : fromConsole(text));
  if (read.success) {
    const { signerKey, separator, rounds, memCost } = read.data;
    return { kind: "read", key: { signerKey, separator, rounds, memCost } };
  }
  return { kind: "refused", message: `The file with the hash parameters: ${read.error.issues[0]?.message}` };
}

function fromConsole(text: string): object {
  const found = [...text.matchAll(/(\w+)\s*:\s*([^\s,}]+)/g)].map(([, name = "", value = ""]) => [name, value]);
  const values: Record<string, string> = Object.fromEntries(found);
  return {
    algorithm: values.algorithm,
    signerKey: values.base64_signer_key,
    separator: values.base64_salt_separator,
    rounds: values.rounds,
    memCost: values.mem_cost,
  };
}

function fromJson(text: string): object {
  try {
    const { signIn, hashConfig: nested, ...bare } = JSON.parse(text);
    const found = signIn?.hashConfig ?? nested ?? bare;
    return {
      algorithm: found.algorithm,
      signerKey: found.signerKey ?? found.base64_signer_key,
      separator: found.saltSeparator ?? found.base64_salt_separator,
      rounds: found.rounds,
      memCost: found.memoryCost ?? found.memCost ?? found.mem_cost,
    };
  } catch {
    return {};
  }
}
