/** What the practice has plugged in of other companies, and what came from there. */
export type AdapterTables = {
  /** `facts`: JSON of the room that it belongs to; secrets in it are sealed. `next_at`: when it is asked again. */
  adapters: {
    name: string;
    state: string;
    since: number;
    fault: string | null;
    told_at: number | null;
    next_at: number;
    facts: string;
  };
  hook_events: { adapter: string; id: string; at: number };
  /** `event_version`: when it last changed there. `name`, `email` and `phone` only while no appointment has them. */
  external_bookings: {
    source: string;
    uri: string;
    event: string;
    event_version: string | null;
    state: string;
    appointment_id: string | null;
    starts_at: number | null;
    ends_at: number | null;
    title: string | null;
    name: string | null;
    email: string | null;
    phone: string | null;
    user_id: string | null;
    updated_at: number;
  };
};

/** What the site last found out about itself. `state`: `good`, `wrong`, `todo` or `off`. */
export type StatusTables = {
  site_status: {
    line: string;
    title: string;
    state: string;
    words: string;
    figure: number | null;
    since: number;
    checked_at: number;
    notified_at: number | null;
  };
  site_errors: { id: string; at: number; message: string; request_id: string | null };
};

/** Who is told of something while no page is open, and on which of their devices. */
export type PushTables = {
  push_devices: {
    id: string;
    user_id: string;
    /** Where it was asked for; null after that session was left unused for too long. */
    session_id: string | null;
    endpoint: string;
    p256dh: string;
    auth: string;
    /** `Firefox on Android`. */
    label: string;
    tells_practice: number;
    tells_reminders: number;
    created_at: number;
    /** When its owner was last known to be signed in there. */
    seen_at: number;
    /** When a push service last took a message for it. */
    reached_at: number | null;
  };
  push_outcomes: { outcome: string; total: number };
};
