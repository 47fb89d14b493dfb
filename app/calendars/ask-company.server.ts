import type { z } from "zod";
import { type CalDavFault, faultOf } from "#app/calendars/caldav.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { jsonOf } from "#app/platform/outbound/oauth.server.ts";
import { type Outgoing, sendOut, waitIn } from "#app/platform/outbound/send-out.server.ts";

// What Google and Microsoft have in common: questions that carry a token, answers in JSON.

const LIMITS = { bytes: 6 * 1024 * 1024 };

type App = Pick<AppContext, "config">;
export type Question = { url: string; method?: Outgoing["method"]; body?: object; ifMatch?: string };
export type Answered = { kind: "answered"; status: number; text: string; wait: number | null };

/** Asks with an access token. `more`: headers that a company wants besides. */
export async function askCompany(
  app: App,
  token: string,
  { url, method = "GET", body, ifMatch }: Question,
  more: Record<string, string> = {},
): Promise<Answered | CalDavFault> {
  const answer = await sendOut(app, {
    ...{ url, method, limits: LIMITS },
    headers: {
      ...{ Authorization: `Bearer ${token}`, Accept: "application/json", ...more },
      ...(body && { "Content-Type": "application/json" }),
      ...(ifMatch !== undefined && { "If-Match": ifMatch }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (answer.kind === "failed") return faultOf(answer.fault);
  const { status, text, headers } = answer;
  return { kind: "answered", status, text, wait: waitIn(headers) };
}

export function readAs<Shape>(shape: z.ZodType<Shape>, text: string): { kind: "answer"; value: Shape } | CalDavFault {
  const read = shape.safeParse(jsonOf(text));
  return read.success ? { kind: "answer", value: read.data } : faultOf("refused");
}
