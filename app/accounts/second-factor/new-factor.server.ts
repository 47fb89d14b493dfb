import { sealed } from "#app/accounts/better-auth.gateway.server.ts";
import { qrCode } from "#app/accounts/second-factor/uqr.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId, newSecret } from "#app/platform/ids.server.ts";
import { nameOf } from "#app/settings/schemas/business.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

const KEY_LETTERS = 32;
const BACKUP_CODES = 10;

/** The letters of a secret that make an app's key. */
export function keyLetters(secret: string): string {
  return secret.slice(0, KEY_LETTERS);
}

/** A key as an authenticator app takes it: address, picture and text, under the practice's name. */
export async function appKeyOf(app: AppContext, { secret, email }: { secret: string; email: string }) {
  const { business } = (await readSettings(app.db.kysely, app.log)).settings;
  const issuer = encodeURIComponent(nameOf(business, app.config.publicUrl));
  const key = base32(secret);
  const uri = `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${key}&issuer=${issuer}`;
  return { uri, qr: qrCode(uri), key };
}

/** The row of a second factor, sealed, and its backup codes, which nothing else can show again. */
export async function newFactorOf(app: AppContext, { userId, secret }: { userId: string; secret: string }) {
  const backupCodes = Array.from({ length: BACKUP_CODES }, backupCode);
  const row = {
    id: newId(),
    userId,
    secret: await sealed(app, secret),
    backupCodes: await sealed(app, JSON.stringify(backupCodes)),
  };
  return { row, backupCodes };
}

function backupCode(): string {
  const letters = newSecret()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
  return `${letters.slice(0, 5)}-${letters.slice(5, 10)}`;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, without padding, as apps read keys. */
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}
