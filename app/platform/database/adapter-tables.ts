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
