import { sql } from "kysely";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";

export type StoredHashKey = Tables["foreign_hash_keys"];

export async function listHashKeys(db: Queries): Promise<StoredHashKey[]> {
  return db.selectFrom("foreign_hash_keys").selectAll().orderBy("id").execute();
}

/** Stores a key, or replaces the one of this id: it may be sealed anew. */
export async function writeHashKey(tx: Tx, key: StoredHashKey): Promise<void> {
  const { id, ...rest } = key;
  await tx
    .insertInto("foreign_hash_keys")
    .values(key)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(rest))
    .execute();
}

/** How many people still have a password of another system, and how many have none at all. */
export async function countImportedPasswords(db: Queries): Promise<{ imported: number; none: number }> {
  const count = (pattern: string) =>
    db
      .selectFrom("sign_ins")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .where("password", "like", pattern)
      .executeTakeFirstOrThrow();
  const [imported, none] = [await count("$fbscrypt$k=%"), await count("$fbscrypt$none")];
  return { imported: Number(imported.total), none: Number(none.total) };
}

/** Deletes the keys, stored before then, that no password needs any more. An import may still be on its way to use one. */
export async function removeUnusedKeys(db: Queries, before: number): Promise<void> {
  await db
    .deleteFrom("foreign_hash_keys")
    .where("created_at", "<=", before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("sign_ins")
            .select("sign_ins.id")
            .where("sign_ins.password", "like", sql<string>`'$fbscrypt$k=' || foreign_hash_keys.id || '$%'`),
        ),
      ),
    )
    .execute();
}
