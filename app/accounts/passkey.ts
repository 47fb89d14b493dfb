/** A key in a device or a password manager that replaces a password. `createdAt` is epoch ms UTC. */
export type Passkey = { id: string; name: string; createdAt: number | null };

export const LONGEST_PASSKEY_NAME = 60;

export type Challenge =
  | { kind: "challenge"; options: unknown; cookies: string[] }
  | { kind: "refused"; message: string };
