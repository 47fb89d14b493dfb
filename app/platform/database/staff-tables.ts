/** Who works for the practice, and who is invited to. */
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
};
