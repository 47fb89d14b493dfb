/** Who asks for a change, as far as the ground can tell: an Actor of the room `accounts` fits. */
export type Asker = { kind: string; userId?: string };

/**
 * How an admin who changes something stands in the audit, as `admin:<user id>`; null for anybody else.
 * Rooms that may not know `accounts` check their asker with it.
 */
export function editorName(asker: Asker): string | null {
  return asker.kind === "admin" && asker.userId ? `admin:${asker.userId}` : null;
}
