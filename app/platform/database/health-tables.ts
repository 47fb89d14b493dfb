/** What clients and therapists wrote is sealed by the client's own key; no other column says anything of it. */
export type HealthTables = {
  /** `key_id`: the fingerprint of a client's key. `wrapped`: that key, sealed by the practice's health key. */
  record_keys: { key_id: string; client_id: string; wrapped: string; created_at: number };
};
