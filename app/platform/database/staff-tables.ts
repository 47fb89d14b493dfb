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
