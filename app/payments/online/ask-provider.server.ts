import type { z } from "zod";
import type { Answer } from "#app/payments/online/provider.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { jsonOf } from "#app/platform/outbound/oauth.server.ts";
import { FAULT_WORDS } from "#app/platform/outbound/outbound-fault.ts";
import { type Outgoing, sendOut } from "#app/platform/outbound/send-out.server.ts";

const LONGEST_WORDS = 200;

/** A provider as its owner reads of it. `error`: what its refusals look like; `means`: what a status says of it alone. */
type Named = { name: string; error: z.ZodType<string>; means: Readonly<Record<number, string>> };

/** One request to a provider, with the key already in its headers. The answer's shape is checked. */
export async function askProvider<Shape>(
  app: Pick<AppContext, "config">,
  named: Named,
  { shape, ...outgoing }: Outgoing & { shape: z.ZodType<Shape> },
): Promise<Answer<Shape>> {
  const outcome = await sendOut(app, outgoing);
  const fault = (status: number | null, words: string) => ({ kind: "fault" as const, fault: { status, words } });
  if (outcome.kind === "failed") return fault(null, `${named.name} was asked. ${FAULT_WORDS[outcome.fault]}`);
  const { status, text } = outcome;
  if (status < 200 || status > 299) return fault(status, refusalInWords(named, status, text));
  const read = shape.safeParse(jsonOf(text));
  return read.success
    ? { kind: "answer", value: read.data }
    : fault(status, `${named.name} answered in a shape that we don’t know.`);
}

function refusalInWords({ name, error, means }: Named, status: number, text: string): string {
  const read = error.safeParse(jsonOf(text));
  const own = read.success ? read.data.replace(/\p{Cc}+/gu, " ").slice(0, LONGEST_WORDS) : "";
  const said = own.replace(/[.:\s]+$/, "");
  return `${name} answered ${status}${said ? `: ${said}` : ""}. ${means[status] ?? meaningOf(status)}`;
}

function meaningOf(status: number): string {
  if (status === 401) return "It does not know this key: copy the whole of it again, or make a new one there.";
  if (status === 429) return "It was asked too often, and is asked again later.";
  return status >= 500 ? "It has trouble of its own." : "It refused what we asked.";
}
