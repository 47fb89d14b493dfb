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

/** The tables of what moved in from another system. */
type MovingTables = {
  /** How another system hashed its passwords; `signer_key` is sealed. */
  foreign_hash_keys: {
    id: string;
    signer_key: string;
    separator: string;
    rounds: number;
    mem_cost: number;
    created_at: number;
  };
  firebase_records: {
    /** `users/<id>`, `appointments/<id>`, and `profiles/<id>` until the user is read. */
    source: string;
    outcome: "waiting" | "done" | "matched" | "review" | "skipped";
    reason: string | null;
    /** As it stood in the export; null once it is stored or left out. */
    raw: string | null;
    user_id: string | null;
    appointment_id: string | null;
    at: number;
  };
};

/** Who works for the practice, who is invited to, and what they ask to be off. */
export type StaffTables = {
  staff: {
    user_id: string;
    /** JSON, some of PARTS. */
    parts: string;
    therapist_id: string | null;
    state: "active" | "suspended";
    version: number;
    at: number;
    actor: string;
  };
  staff_invites: {
    id: string;
    secret_hash: string;
    /** In lower case. */
    email: string;
    parts: string;
    therapist_id: string | null;
    state: "open" | "used" | "revoked";
    created_at: number;
    sent_at: number;
    expires_at: number;
    /** The owner's user id; null: the command line. */
    invited_by: string | null;
  };
  time_off_requests: {
    id: string;
    therapist_id: string;
    asked_by: string;
    asked_at: number;
    /** Local dates. */
    first_day: string;
    last_day: string;
    from_minute: number | null;
    to_minute: number | null;
    reason: string | null;
    public_note: string | null;
    state: "open" | "confirmed" | "declined" | "withdrawn";
    answered_at: number | null;
    answered_by: string | null;
    answer: string | null;
  };
};
