import { randomBytes } from "node:crypto";
import { clientAddressOf } from "#app/platform/http/client-address.server.ts";
import type { Visit } from "#app/platform/http/context.server.ts";
import { localeOf } from "#app/platform/http/locale.ts";
import { newId } from "#app/platform/ids.server.ts";

/** What there is to know of a request before anything looks at it. */
export function visitFrom(headers: Headers, socket: { address: string | undefined; trustedHops: number }): Visit {
  return {
    requestId: newId(),
    clientAddress: clientAddressOf({
      socketAddress: socket.address,
      forwardedFor: headers.get("x-forwarded-for"),
      trustedHops: socket.trustedHops,
    }),
    nonce: randomBytes(16).toString("base64"),
    locale: localeOf(headers.get("accept-language")),
    trouble: null,
  };
}
