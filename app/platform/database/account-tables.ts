import type { MovingTables } from "#app/platform/database/moving-tables.ts";
import type { StaffTables } from "#app/platform/database/staff-tables.ts";

/** The types of a column read, inserted and updated: the shape that Kysely recognises as a ColumnType. */
type ColumnType<Read, Insert, Update> = {
  readonly __select__: Read;
  readonly __insert__: Insert;
  readonly __update__: Update;
};

/** ISO text in SQLite, a date from PostgreSQL; written as a date to both. */
type Instant = ColumnType<string | Date, Date, Date>;
/** 0 or 1 in SQLite, a boolean in PostgreSQL; written as a boolean to both. */
type Flag = ColumnType<boolean | number, boolean, boolean>;

/** The tables of the accounts library, with its own column names and formats (decisions/0020). */
type LibraryTables = {
  users: {
    id: string;
    name: string;
    email: string;
    emailVerified: Flag;
    image: string | null;
    createdAt: Instant;
    updatedAt: Instant;
    twoFactorEnabled: ColumnType<boolean | number | null, boolean | null, boolean | null>;
    role: string;
    /** Name and address, folded, one a line; null if another program wrote them. */
    search: string | null;
    /** E.164; our column, not the library's. */
    phone: string | null;
    /** Until when an owner may sign in without a second factor (epoch ms); ours. Null: not asked yet. */
    factor_due_at: ColumnType<number | null, number | null | undefined, number | null>;
  };
  sessions: {
    id: string;
    expiresAt: Instant;
    token: string;
    createdAt: Instant;
    updatedAt: Instant;
    ipAddress: string | null;
    userAgent: string | null;
    userId: string;
    /** When they last showed who they are, after the sign-in (epoch ms); ours. */
    confirmed_at: ColumnType<number | null, number | null | undefined, number | null>;
  };
  sign_ins: {
    id: string;
    userId: string;
    providerId: string;
    accountId: string;
    password: string | null;
    createdAt: Instant;
    updatedAt: Instant;
  };
  verifications: {
    id: string;
    identifier: string;
    value: string;
    expiresAt: Instant;
    createdAt: Instant;
    updatedAt: Instant;
  };
  passkeys: {
    id: string;
    userId: string;
    name: string | null;
    createdAt: ColumnType<string | Date | null, Date | null, Date | null>;
  };
  two_factors: {
    id: string;
    userId: string;
    secret: string;
    backupCodes: string;
    verified: ColumnType<boolean | number | null, boolean | null, boolean | null>;
    /** The half minute (RFC 6238) of the last code used; our column, not the library's. */
    lastCodeStep: number | null;
  };
  auth_rate_limits: { id: string; key: string; count: number; lastRequest: number };
};

export type AccountTables = LibraryTables & MovingTables & StaffTables;
