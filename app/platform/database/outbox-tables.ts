/** Messages to send, and the mails as they were sent. */
export type OutboxTables = {
  outbox: {
    id: string;
    kind: string;
    /** `email`, or `daily`: told in the next daily mail. */
    channel: string;
    /** The record that it is about; null in rows of versions without this column. */
    subject_kind: string | null;
    subject_id: string | null;
    data: string;
    /** The mail as JSON, if it was rendered before its record was deleted. */
    mail: string | null;
    run_at: number;
    attempts: number;
    claimed_until: number;
    claimed_by: string | null;
    done_at: number | null;
    failed_at: number | null;
    last_error: string | null;
    created_at: number;
    /** 1: anybody could have caused it, so it counts towards its address's hourly limit. */
    by_stranger: number;
    copied_at: number | null;
  };
  mail_allowances: { recipient_hash: string; recent: string; touched_at: number };
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
};
