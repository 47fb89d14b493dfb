import type { AccountTables } from "#app/platform/database/account-tables.ts";

/** Every table, as both engines hold it. Instants are epoch milliseconds UTC; flags are 0 or 1; JSON is text. */
export type Tables = AccountTables & {
  therapists: {
    id: string;
    slug: string;
    name: string;
    role: string;
    bio: string;
    position: number;
    active: number;
    version: number;
    picture_id: string | null;
    /** Counts the saves of the weekly hours. */
    hours_version: number;
    updated_at: number;
  };
  services: {
    id: string;
    slug: string;
    category: string;
    title: string;
    summary: string;
    words: string;
    buffer_before: number;
    buffer_after: number;
    booking: string;
    /** On the page of all services: `grid` or `also`. */
    place: string;
    position: number;
    active: number;
    version: number;
    picture_id: string | null;
    updated_at: number;
  };
  pictures: {
    id: string;
    alt: string;
    width: number;
    height: number;
    created_at: number;
    /** Since when nothing shows it any more. */
    unused_since: number | null;
  };
  picture_files: { picture_id: string; width: number; bytes: Uint8Array };
  films: { id: string; format: "mp4" | "webm"; size: number; created_at: number; unused_since: number | null };
  film_parts: { film_id: string; number: number; bytes: Uint8Array };
  service_lengths: { service_id: string; minutes: number; price_pence: number; label: string };
  service_therapists: { service_id: string; therapist_id: string };
  working_hours: { id: string; therapist_id: string; weekday: number; from_minute: number; to_minute: number };
  day_exceptions: {
    id: string;
    therapist_id: string | null;
    kind: string;
    first_day: string;
    last_day: string;
    from_minute: number | null;
    to_minute: number | null;
    reason: string | null;
  };
  appointments: {
    id: string;
    reference: string;
    service_id: string;
    therapist_id: string;
    service_title: string;
    minutes: number;
    price_pence: number;
    starts_at: number;
    ends_at: number;
    block_start: number;
    block_end: number;
    status: string;
    name: string | null;
    phone: string | null;
    email: string | null;
    user_id: string | null;
    client_id: string | null;
    idempotency_key: string | null;
    manage_hash: string;
    sequence: number;
    /** How often name, address and number were saved. */
    contact_version: number;
    created_at: number;
    updated_at: number;
  };
  appointment_claims: { therapist_id: string; quantum: number; appointment_id: string };
  outbox: {
    id: string;
    kind: string;
    data: string;
    run_at: number;
    attempts: number;
    claimed_until: number;
    claimed_by: string | null;
    done_at: number | null;
    failed_at: number | null;
    last_error: string | null;
    created_at: number;
    copied_at: number | null;
  };
  mails: {
    outbox_id: string;
    message_id: string;
    sender: string;
    recipient: string;
    subject: string;
    body_text: string;
    body_html: string;
    calendar: string | null;
    rendered_at: number;
    sent_at: number | null;
  };
  clients: {
    id: string;
    name: string | null;
    email: string | null;
    phone: string | null;
    search: string;
    created_at: number;
    booked_at: number;
    erased_at: number | null;
    contact_version: number;
  };
  client_keys: { kind: "account" | "email" | "phone"; value: string; client_id: string };
  client_notes: { id: string; client_id: string; words: string; at: number; actor: string; author: string };
  disabled_users: { user_id: string; at: number; actor: string };
  attendances: { appointment_id: string; state: string; at: number; actor: string };
  appointment_notes: { appointment_id: string; words: string; version: number; at: number; actor: string };
  calendar_subscriptions: { id: string; therapist_id: string; secret_hash: string; at: number; actor: string };
  cancellations: { appointment_id: string; at: number; actor: string; reason: string | null };
  enquiries: {
    id: string;
    first_name: string;
    last_name: string;
    email: string;
    subject: string;
    message: string;
    created_at: number;
    state: string;
    state_at: number;
    /** Who put it there; null: whoever wrote it. */
    state_by: string | null;
    idempotency_key: string | null;
  };
  complaints: {
    enquiry_id: string;
    number: number;
    about: string;
    reply_to: string;
    wanted: string;
    due_day: string;
  };
  counters: { name: string; value: number };
  page_words: { page: string; words: string; version: number; updated_at: number };
  enquiry_replies: { id: string; enquiry_id: string; text: string; at: number; actor: string };
  audit: {
    id: string;
    at: number;
    actor: string;
    action: string;
    subject_kind: string;
    subject_id: string;
    detail: string;
  };
  settings: { key: string; value: string; version: number; updated_at: number };
  rate_limits: { key: string; window_start: number; hits: number };
};
