/** What clients and therapists wrote is sealed by the client's own key; no other column says anything of it. */
export type HealthTables = {
  /** Versions of the practice's questions that were in use from then on. Version 1 is in the code. */
  health_forms: {
    version: number;
    questions: string;
    used_from: number;
    signed_by: string | null;
    signed_at: number | null;
  };
  /** One row, or none: what an owner is changing. `questions` null: nothing. `revision` rises with each change. */
  health_form_draft: { id: number; questions: string | null; revision: number };
  /**
   * `key_id`: the fingerprint of a client's key. `wrapped`: that key, sealed by the practice's health key.
   * `withdrawal_id`: what froze all that it seals; it seals nothing more.
   */
  record_keys: {
    key_id: string;
    client_id: string;
    wrapped: string;
    created_at: number;
    withdrawal_id: string | null;
  };
  /** What is destroyed within a month: a client's record, or what a withdrawal froze. Days are local dates. */
  record_ends: {
    /** The client's, or the withdrawal's. */
    id: string;
    client_id: string;
    kept_until: string;
    reason: "age" | "child" | "withdrawn" | "erased" | "left";
    listed_on: string;
    /** The first day on which it is gone. */
    ends_on: string;
  };
  /** Forms that are not sent yet. `id`: the hash of the secret that seals it, which only one browser has. */
  health_drafts: { id: string; appointment_id: string; client_id: string; sealed: string; saved_at: number };
  health_answers: {
    id: string;
    client_id: string;
    appointment_id: string;
    form_version: number;
    sealed: string;
    flags_sealed: string;
    /** When they sent it, or noon of the day on the paper. */
    sent_at: number;
    /** The date on the paper that it was typed from, by whom and when; null: the client sent it. */
    paper_on: string | null;
    typed_by: string | null;
    typed_at: number | null;
    /** The withdrawal that froze it; null: it counts. */
    withdrawal_id: string | null;
  };
  /**
   * `kept_until`: the last day on which what it froze is kept. `ended_at`: a new form began a new record. `person`: who
   * they were, sealed, once the client is erased.
   */
  health_withdrawals: {
    id: string;
    client_id: string;
    at: number;
    kept_until: string;
    ended_at: number | null;
    person: string | null;
    /** The leaving of a therapist that froze it; null: a withdrawal or an erasure. */
    departure_id: string | null;
  };
  /** `wording`: what they read when they agreed. */
  health_consents: { id: string; client_id: string; answers_id: string; wording: string; given_at: number };
  /** "Nothing has changed", said before an appointment. */
  /** `noted_by`: the therapist who wrote down what the client said; null: the client pressed it themselves. */
  health_checks: { appointment_id: string; client_id: string; answers_id: string; at: number; noted_by: string | null };
  /** `wording`: what the client agreed to. While health is off, the sealing key seals it. */
  client_alerts: { id: string; client_id: string; sealed: string; wording: string; actor: string; at: number };
  treatment_notes: {
    /** The appointment's own id, where there is one. */
    id: string;
    appointment_id: string | null;
    client_id: string;
    therapist_id: string;
    author: string;
    /** 1: everyone who treats this client reads it once it is locked. */
    shared: number;
    /** JSON: the ids of the therapists whom its author has named, whoever treats this client. */
    readers: string;
    sealed: string;
    state: "draft" | "locked";
    first_saved_at: number;
    saved_at: number;
    /** From then on nobody changes it, whatever its state says. */
    locks_at: number;
    locked_at: number | null;
    version: number;
    /** The client whose chain of locked notes it stands in, for good; null: not locked yet. */
    chain: string | null;
    seq: number | null;
    hash: string | null;
    prev_hash: string | null;
    withdrawal_id: string | null;
    /** What it was in another system, and the import that brought it; null: it was written here. */
    source: string | null;
    import_id: string | null;
  };
  /** `key_sealed`: null once the import needs it no more. `cursor`: the last id of this kind that was read. */
  cliniko_imports: {
    id: string;
    state: "counting" | "waiting" | "running" | "stopped" | "done";
    shard: string;
    key_sealed: string | null;
    /** The email address that Cliniko wants to be told with each call. */
    contact: string;
    actor: string;
    created_at: number;
    finished_at: number | null;
    kind: "patients" | "treatment_notes" | "patient_forms";
    cursor: string;
    /** 0: it only counts. */
    stores: number;
    counts: string;
    resume_at: number;
    failures: number;
    fault: string | null;
    claimed_by: string | null;
    claimed_until: number;
    /** Over what was imported, once it is done. */
    digest: string | null;
  };
  /** `client_id` null: no client of ours, for this reason. `sealed`: their name and day of birth. */
  cliniko_patients: {
    import_id: string;
    patient_id: string;
    client_id: string | null;
    reason: "unknown" | "several" | "missing" | null;
    sealed: string;
    /** How many notes and forms they have there. */
    records: number;
  };
  /** Whose record it is: no row, the practice's. */
  record_controllers: { client_id: string; therapist_id: string; since: number };
  /** Records that are not destroyed on their day. `reason` is sealed; `name`: of who put it on hold. */
  record_holds: { id: string; client_id: string; since: number; user_id: string; name: string; reason: string };
  /** Therapists who leave. `key_hash`: of what seals the leaver's file. */
  departures: {
    id: string;
    therapist_id: string;
    begun_at: number;
    notes_next: "treating" | "chosen";
    closed_at: number | null;
    key_hash: string | null;
    taken_at: number | null;
    finished_at: number | null;
  };
  /**
   * Whose record is a leaver's, and what they say to it. `answered_by`: who wrote it down; null: they did themselves.
   * `hash`: that of the last entry in the leaver's file. `gone_at`: since when it is no more here.
   */
  departure_clients: {
    id: string;
    departure_id: string;
    client_id: string;
    nth: number;
    secret_hash: string;
    answer: "follows" | "stays" | null;
    answered_at: number | null;
    answered_by: string | null;
    withdrawal_id: string | null;
    hash: string | null;
    gone_at: number | null;
  };
  note_amendments: {
    id: string;
    note_id: string;
    client_id: string;
    seq: number;
    author: string;
    name: string;
    at: number;
    sealed: string;
    hash: string;
  };
  /** A picture or a paper. Its title, kind and size are sealed; its bytes are `record_file_pieces`. */
  record_files: {
    id: string;
    client_id: string;
    therapist_id: string;
    author: string;
    /** Of who added it, as the client reads it. */
    name: string;
    /** As of a note. */
    shared: number;
    readers: string;
    /** 1: the client reads it in their account. */
    for_client: number;
    sealed: string;
    /** Over all that is sealed of it. */
    hash: string;
    added_at: number;
    withdrawal_id: string | null;
    /** The import that brought it from another system: nobody changes it. Null: it was added here. */
    import_id: string | null;
  };
  /** Files per client from another system. `key_sealed`: what seals them while they wait; null once they are in. */
  file_imports: {
    id: string;
    state: "reading" | "waiting" | "running" | "done";
    origin: "fresha" | "jane" | "other";
    key_sealed: string | null;
    actor: string;
    created_at: number;
    finished_at: number | null;
    counts: string;
    digest: string | null;
  };
  /** `candidates`: JSON, the ids of clients whom its name may mean. `sealed`: its name, and what it is. */
  file_import_rows: {
    id: string;
    import_id: string;
    nth: number;
    client_id: string | null;
    found: "email" | "number" | "name" | "several" | "unknown" | "chosen" | "left" | "refused";
    candidates: string;
    sealed: string;
  };
  file_import_pieces: { file_id: string; nth: number; bytes: Uint8Array };
  record_file_pieces: { file_id: string; nth: number; bytes: Uint8Array };
  health_access: {
    id: string;
    client_id: string;
    at: number;
    user_id: string;
    name: string;
    what: string;
    subject_id: string;
    reason: string | null;
  };
};
