import { z } from "zod";

const MOST_TEXT = 1_000_000;
const MOST_INT32 = 2_147_483_647;
// The years 1900 to 9999, which any calendar shows in any zone.
const FIRST_INSTANT = Date.UTC(1900, 0, 1);
const LAST_INSTANT = Date.UTC(9999, 11, 30);

/** Text that both engines can hold: whole characters, no NUL. */
export const text = z
  .string()
  .max(MOST_TEXT)
  .refine((typed) => !typed.includes("\0") && typed.isWellFormed(), "has a character that can't be stored");

export const id = text.min(1).max(200);
/** An id that is also the name of a file. */
export const fileId = z.string().regex(/^[A-Za-z0-9-]{1,100}$/);
export const count = z.int().min(-MOST_INT32).max(MOST_INT32);
export const flag = z.union([z.literal(0), z.literal(1)]);
/** Epoch ms UTC. */
export const instant = z.int().min(FIRST_INSTANT).max(LAST_INSTANT);
export const day = z.iso.date();
/** As the accounts library writes it. */
export const isoInstant = z.iso.datetime();
/** JSON, as text. */
export const json = jsonOf(z.unknown());

/** The same of one shape. */
export function jsonOf(schema: z.ZodType) {
  return text.refine((typed) => {
    try {
      return schema.safeParse(JSON.parse(typed)).success;
    } catch {
      return false;
    }
  }, "is not as it should be");
}

/** A table that moves: what it holds in a sentence, its key, and the columns that move. */
export type MovedTable = {
  about: string;
  key: readonly string[];
  columns: Readonly<Record<string, z.ZodType>>;
  /** Columns that stay, each with its reason. */
  stays?: Readonly<Record<string, string>>;
};

export const SECRET_LINK = "opens something for whoever has it";
export const ONCE_KEY = "only tells a form that was sent twice";
