/** A password that came from Firebase, as its cell holds it: `$fbscrypt$k=<key id>$<salt>$<hash>`. */
export type ImportedHash = { key: string; salt: string; hash: string };

/** How a project hashed its passwords. Key and separator are base64. */
export type ImportedHashKey = { signerKey: string; separator: string; rounds: number; memCost: number };

/** The cell of somebody whose password did not come along: nothing opens it. */
export const NO_HASH = "$fbscrypt$none";

// Firebase's tools write one base64 alphabet, its Admin SDK the other.
const CELL = /^\$fbscrypt\$k=([\w-]+)\$([\w+/=-]*)\$([\w+/=-]+)$/;

export function importedCellOf({ key, salt, hash }: ImportedHash): string {
  return `$fbscrypt$k=${key}$${salt}$${hash}`;
}

/** Whether another system wrote the cell. */
export function isImported(cell: string): boolean {
  return cell.startsWith("$fbscrypt$");
}

export function importedIn(cell: string): ImportedHash | null {
  const [, key, salt, hash] = CELL.exec(cell) ?? [];
  return key !== undefined && salt !== undefined && hash !== undefined ? { key, salt, hash } : null;
}

/** One hash of each kind. Null: nothing to compare with, but the same work. */
export type Hashings = {
  theirs: (password: string, imported: ImportedHash | null) => Promise<boolean>;
  ours: (password: string, cell: string | null) => Promise<boolean>;
};

/**
 * Compares a password with its cell, or with nothing (null). While passwords of another system are stored
 * (`isMixed`), every try costs one hash of theirs and one of ours, so that the time does not tell who moved in.
 */
export async function comparePassword(
  { theirs, ours }: Hashings,
  { password, cell, isMixed }: { password: string; cell: string | null; isMixed: boolean },
): Promise<boolean> {
  const moved = cell !== null && isImported(cell);
  const isTheirs = isMixed || moved ? await theirs(password, moved ? importedIn(cell) : null) : false;
  const isOurs = await ours(password, moved ? null : cell);
  return moved ? isTheirs : isOurs;
}
