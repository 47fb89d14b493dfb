import { data, type RouterContextProvider } from "react-router";
import { findManaged } from "#app/appointments/manage/commands.server.ts";
import type { Managed } from "#app/appointments/manage/managed.ts";
import { rateKeyOf } from "#app/platform/http/client-address.server.ts";
import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import { takeHit } from "#app/platform/rate-limit.server.ts";

const CHANGES = 30;
const WINDOW_SECONDS = 3600;

/** The booking behind a link, or the page that is not there. The link is the key: it opens this booking alone. */
export async function managedOf(context: Readonly<RouterContextProvider>, secret: string): Promise<Managed> {
  const managed = await findManaged(worldOf(context), secret);
  if (!managed) throw data(null, { status: 404 });
  return managed;
}

/** One attempt to change a booking from this address: each one writes mails. */
export function takeChangeHit(context: Readonly<RouterContextProvider>) {
  const key = `change:${rateKeyOf(visitOf(context).clientAddress)}`;
  return takeHit(worldOf(context), { key, limit: CHANGES, windowSeconds: WINDOW_SECONDS });
}
