import { z } from "zod";

const base64url = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${length}}={0,2}$`));
const endpoint = z.url().max(2_000);

// An uncompressed point of P-256, and 16 random bytes.
const keys = z.object({ p256dh: base64url(87), auth: base64url(22) });

/** What a browser's `PushSubscription` gives out, as JSON, and what its owner has chosen. */
export const newDeviceForm = z.object({
  tells: z.enum(["practice", "reminders"]),
  endpoint,
  keys,
});

export type NewDevice = z.output<typeof newDeviceForm>;
export type Tells = NewDevice["tells"];

/** A browser that is already told says that it is still there. */
export const seenDeviceForm = z.object({ seen: endpoint });

const subscription = z.object({ endpoint, keys });

/** A browser has replaced its subscription by itself. `before`: null where it doesn't say which. */
export const renewedDeviceForm = z.object({
  tells: newDeviceForm.shape.tells,
  before: subscription.nullable(),
  after: subscription,
});

export type RenewedDevice = z.output<typeof renewedDeviceForm>;

/** Whether a message may be sent there: over https, on its own port, to a name. `allowed`: origins of our own network. */
export function isPushEndpoint(address: string, allowed: readonly string[]): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return false;
  if (allowed.includes(url.origin)) return true;
  return url.protocol === "https:" && url.port === "" && /\.[a-z]/i.test(url.hostname) && !url.hostname.endsWith(".");
}
