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
