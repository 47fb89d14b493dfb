/** The tables of what moved in from another system. */
export type MovingTables = {
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
