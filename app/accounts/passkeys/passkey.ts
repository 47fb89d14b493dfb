/** A key that a device or a password manager holds in place of a password. `createdAt` is epoch ms UTC. */
export type Passkey = { id: string; name: string; createdAt: number | null };

export const LONGEST_PASSKEY_NAME = 60;
