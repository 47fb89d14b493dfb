import { randomBytes } from "node:crypto";
import { mayHaveChanged } from "#app/platform/database/answer-within.server.ts";
import { clientAddressOf } from "#app/platform/http/client-address.server.ts";
import type { RequestInfo } from "#app/platform/http/context.server.ts";
import { localeOf } from "#app/platform/http/locale.server.ts";
import { hasJustWritten } from "#app/platform/http/read-replica.server.ts";
import { newId } from "#app/platform/ids.server.ts";

/** Gathers what is known of a request before anything else handles it. */
export function requestInfoFrom(
  headers: Headers,
  socket: { address: string | undefined; trustedHops: number },
): RequestInfo {
  return {
    requestId: newId(),
    clientAddress: clientAddressOf({
      socketAddress: socket.address,
      forwardedFor: headers.get("x-forwarded-for"),
      trustedHops: socket.trustedHops,
    }),
    origin: headers.get("origin"),
    nonce: randomBytes(16).toString("base64"),
    locale: localeOf(headers.get("accept-language")),
    form: null,
    readsPrimary: hasJustWritten(headers),
    mayWrite: false,
    mayHaveChanged,
    databaseError: null,
  };
}
