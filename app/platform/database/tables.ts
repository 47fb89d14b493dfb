import type { AccountTables } from "#app/platform/database/account-tables.ts";
import type { HealthTables } from "#app/platform/database/health-tables.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";

/** Every table, on both engines. Instants are epoch milliseconds UTC; flags are 0 or 1; JSON is text. */
export type Tables = AccountTables &
  AdapterTables &
  StatusTables &
  CalendarTables &
  HealthTables &
  LedgerTables &
  OutboxTables &
  PushTables &
  WaitingTables & {
    reviews: {
      id: string;
      words: string;
      name: string;
      source: string;
      /** A local date. */
      given_on: string;
      position: number;
      version: number;
      updated_at: number;
    };
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
      mail_address: string | null;
      /** `each` or `evening`; null: none. */
      mail_choice: string | null;
      mail_when_empty: number | null;
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
      /** Minutes that a new client's first appointment takes longer; 0: as long as any other. */
      first_extra: number;
      booking: string;
      /** A registered seller's rate: `standard`, `reduced`, `zero` or `exempt`. */
      vat: string;
      /** On the page of all services: `grid` or `also`. */
      place: string;
      /** Where it takes place: `practice`, `client` (at the client's address) or `elsewhere`, with its name. */
      venue: string;
      venue_name: string | null;
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
      unused_since: number | null;
    };
    picture_files: { picture_id: string; width: number; type: "webp" | "png" | "svg"; bytes: Uint8Array };
    films: { id: string; format: "mp4" | "webm"; size: number; created_at: number; unused_since: number | null };
    film_parts: { film_id: string; number: number; bytes: Uint8Array };
    service_lengths: { service_id: string; minutes: number; price_pence: number; label: string };
    price_rules: {
      id: string;
      service_id: string;
      minutes: number;
      /** Null: everybody's. */
      therapist_id: string | null;
      /** A local date; null: always. */
      from_day: string | null;
      price_pence: number;
    };
    service_therapists: { service_id: string; therapist_id: string };
    working_hours: {
      id: string;
      therapist_id: string;
      weekday: number;
      from_minute: number;
      to_minute: number;
      /** The Monday of a week A; null: the same every week. */
      week_a_from: string | null;
      cycle_week: string | null;
    };
    day_exceptions: {
      id: string;
      therapist_id: string | null;
      kind: string;
      first_day: string;
      last_day: string;
      from_minute: number | null;
      to_minute: number | null;
      /** For the practice only. */
      reason: string | null;
      public_note: string | null;
    };
    appointments: {
      id: string;
      reference: string;
      /** The letters before it when it was given: `LY`. */
      reference_prefix: string;
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
      /** A hash of the content sent with that key; null in older rows. */
      idempotency_body: string | null;
      manage_hash: string;
      /** Name and address, folded, one a line; null if neither is known or another program wrote them. */
      search: string | null;
      sequence: number;
      contact_version: number;
      /** 1: a stranger typed other details than the client's record has, and the practice has not judged them. */
      details_differ: number;
      /** 1: booked online, not by an account with that address, and its mailed link was not opened. */
      unproven: number;
      /** 0: matched by what someone typed. Its therapist sees the client's record once the person is known. */
      opens_record: number;
      link_version: number;
      /** A keyed hash of the network address of an online booking; null after a day. */
      origin: string | null;
      /** What the client said with the booking. */
      practical_note: string | null;
      /** What was said about earlier appointments: `yes`, `no`, or `settled` by the practice; null: nobody asked. */
      been_before: string | null;
      /** `client` or `elsewhere`; null: at the practice. */
      venue: string | null;
      venue_name: string | null;
      /** Where a visit goes; null 30 days after it. */
      visit_address: string | null;
      visit_postcode: string | null;
      visit_access: string | null;
      /** `website`, `practice` or `api`; null: booked before this was stored. */
      source: string | null;
      /** All three, or none: the series that it was booked in, and its place there. */
      series_id: string | null;
      series_position: number | null;
      series_total: number | null;
      created_at: number;
      updated_at: number;
    };
    series: { id: string; weeks: number; first_day: string; at_minute: number; created_at: number };
    /** What a change freed and took, for 30 days. No therapist beside a time: everyone. No end: from then on. */
    schedule_changes: {
      id: string;
      at: number;
      cause: string;
      /** The kind of an actor. */
      actor: string;
      /** Null: hours have changed. */
      appointment_id: string | null;
      freed_therapist_id: string | null;
      freed_start: number | null;
      freed_end: number | null;
      taken_therapist_id: string | null;
      taken_start: number | null;
      taken_end: number | null;
    };
    booking_holds: {
      appointment_id: string;
      secret_hash: string;
      until: number;
      kept_at: number | null;
      released_at: number | null;
      /** Pence to be paid before it stands; 0: it waits for its mailed link. */
      pays: number;
    };
    /** Bookings that keep no time until the link in their email is opened. */
    booking_requests: {
      id: string;
      secret_hash: string;
      /** In lower case. */
      email: string;
      user_id: string | null;
      /** JSON: what was typed, and the appointment that it would make. */
      input: string;
      appointment: string;
      source: string;
      idempotency_key: string | null;
      idempotency_body: string | null;
      created_at: number;
      until: number;
    };
    account_offers: { appointment_id: string; secret_hash: string; link_version: number; expires_at: number };
    stranded_appointments: {
      appointment_id: string;
      therapist_id: string;
      starts_at: number;
      at: number;
      /** When somebody rang the client and will ring back, and who. */
      rang_at: number | null;
      rang_by: string | null;
    };
    /** `places`: JSON, the times that were offered by mail. */
    time_offers: { appointment_id: string; places: string; sequence: number; at: number; actor: string };
    move_requests: {
      appointment_id: string;
      /** The start that it asks to leave: at any other it is no longer open. */
      starts_at: number;
      words: string;
      at: number;
      answer: "declined" | "settled" | null;
      answered_at: number | null;
      answered_by: string | null;
    };
    /** Of an appointment, or of a time that is held without one. */
    appointment_claims: {
      therapist_id: string;
      quantum: number;
      appointment_id: string | null;
      hold_id: string | null;
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
      /** 1: they had been to the practice before this site knew them. */
      is_existing: number;
      practical_note: string | null;
      /** Since when they book nothing online; null: they may. */
      blocked_at: number | null;
      blocked_reason: string | null;
    };
    client_keys: { kind: "account" | "email" | "phone"; value: string; client_id: string };
    client_notes: { id: string; client_id: string; words: string; at: number; actor: string; author: string };
    imports: {
      id: string;
      kind: "clients" | "appointments";
      /** `reading`: its rows are still being stored; `waiting`: for the owner to look and start it. */
      state: "reading" | "waiting" | "running" | "done";
      file_name: string;
      headings: string;
      choices: string;
      actor: string;
      total: number;
      added: number;
      known: number;
      refused: number;
      created_at: number;
      finished_at: number | null;
      claimed_by: string | null;
      claimed_until: number;
    };
    /** Rows that are not stored yet, and those that were refused. */
    import_rows: {
      import_id: string;
      number: number;
      cells: string;
      reason: string | null;
      /** The appointment that waits for its client to be chosen. */
      appointment_id: string | null;
    };
    disabled_users: { user_id: string; at: number; actor: string };
    /** What the reports add up of a local day that is over; triggers delete what a write may have changed. */
    report_days: {
      starts_at: number;
      ends_at: number;
      /** What it was counted by: other sums than those of now count for nothing. */
      terms: string;
      /** 1: its six weeks were over. */
      judged: number;
      /** Another one whenever it is counted. */
      stamp: string;
      /** Sums as JSON, by each split's parts, and the booked time of each therapist. */
      by_source: string;
      by_client: string;
      by_service: string;
      by_therapist: string;
      booked: string;
    };
    attendances: { appointment_id: string; state: string; at: number; actor: string };
    appointment_notes: { appointment_id: string; words: string; version: number; at: number; actor: string };
    calendar_subscriptions: {
      id: string;
      therapist_id: string;
      secret_hash: string;
      at: number;
      actor: string;
      /** `times`, `initials` or `names`. */
      shows: string;
    };
    cancellations: {
      appointment_id: string;
      at: number;
      actor: string;
      reason: string | null;
      asked_by: "client" | "practice" | null;
      reason_code: string | null;
      /** 1: the client asked after the time until which a change is free. */
      late: number | null;
      /** 1: late, and the rule of that moment lets the practice ask for a payment. */
      chargeable: number | null;
      status_before: string | null;
    };
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
      /** Who set the state; null: the sender. */
      state_by: string | null;
      idempotency_key: string | null;
      /** A hash of the content sent with that key; null in older rows. */
      idempotency_body: string | null;
      /** Who is to answer it: a user's id. */
      assigned_to: string | null;
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
    /** What came back by email, by a hash of its Message-ID. `attachments`: their names as JSON. `automatic` 1: no person wrote it. */
    received_replies: {
      id: string;
      enquiry_id: string;
      at: number;
      name: string;
      address: string;
      text: string;
      attachments: string;
      message_id: string | null;
      automatic: number;
    };
    audit: {
      id: string;
      at: number;
      actor: string;
      action: string;
      subject_kind: string;
      subject_id: string;
      detail: string;
    };
    /** `kept_until`: the last day on which what had to be kept of them is. */
    erasures: {
      kind: "client" | "user" | "withdrawal" | "departure" | "record";
      id: string;
      at: number;
      kept_until: string | null;
    };
    /**
     * The demo practice's invented records, and (`address`) the lower-case addresses of its people. `value`: what the
     * seed wrote of a setting or a page's words, in JSON, to be taken out again at the demo's end.
     */
    demo_marks: { kind: string; id: string; value: string | null };
    settings: { key: string; value: string; last_good: string | null; version: number; updated_at: number };
    /** `place`: a hash of a network address where this person has signed in. */
    known_places: { user_id: string; place: string; seen_at: number };
    rate_limits: { key: string; window_start: number; hits: number };
  };

/** Messages to send, and the mails as they were sent. */
type OutboxTables = {
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
    /** When it came back, the status of RFC 3463, and what the server wrote. */
    returned_at: number | null;
    return_status: string | null;
    return_answer: string | null;
  };
  /** Lower-case addresses from which the last mail came back. */
  returned_addresses: { address: string; at: number; status: string };
};

/** Calendars that therapists have elsewhere, and when those are busy. No title, place or name of an event is stored. */
type CalendarTables = {
  /** A user name and password of a server of calendars (CalDAV), or a sign-in with the company that has them. */
  calendar_accounts: {
    id: string;
    kind: "caldav" | "google" | "microsoft";
    therapist_id: string;
    name: string;
    /** The address that was typed, or the provider's; empty after a sign-in. */
    server: string;
    username: string;
    /** Sealed: the password, or the refresh token that a sign-in gave. */
    password: string;
    /** When its therapist signed in there; null: by a password. */
    signed_in_at: number | null;
    /** JSON: the calendars that the server listed last. */
    calendars: string;
    /** The calendar that the therapist's appointments stand in; null: none. */
    writes_to: string | null;
    /** What an event shows of its client: `times`, `initials` or `names`. */
    shows: string;
    added_at: number;
    added_by: string;
    /** When it is compared next, whatever has changed. */
    next_at: number;
    /** Changes of the schedule from then on are still to be followed. */
    followed_at: number;
    /** What its calendar was when it was last compared and needed nothing. */
    cursor: string | null;
    fault: string | null;
    fault_since: number | null;
  };
  /** An object of a calendar that is read by CalDAV: when it is busy, and nothing else of it. */
  calendar_objects: {
    link_id: string;
    href: string;
    etag: string;
    /** JSON: pairs of epoch ms. */
    busy: string;
    skipped: number;
  };
  /** The event of an appointment in a therapist's calendar. */
  calendar_writes: {
    account_id: string;
    appointment_id: string;
    uid: string;
    href: string;
    /** Null: not known, or not written yet. */
    etag: string | null;
    /** A fingerprint of what was written last; null: nothing was yet. */
    written: string | null;
    starts_at: number;
    ends_at: number;
    /** What its therapist did to it: `moved` or `deleted`; null: nothing to answer. */
    proposal: string | null;
    proposed_start: number | null;
    proposed_end: number | null;
    proposed_etag: string | null;
    proposed_at: number | null;
    /** 1: it is to be put back. */
    restores: number;
  };
  calendar_links: {
    id: string;
    /** Null: it is read by its address alone. */
    account_id: string | null;
    therapist_id: string;
    name: string;
    /** Sealed: whoever has it reads the calendar. */
    address: string;
    added_at: number;
    added_by: string;
    /** When it is read next. */
    next_at: number;
    /** When it was last read without a fault. */
    read_at: number;
    etag: string | null;
    /** The zone that was the practice's then. */
    read_as: string;
    /** Its times are known until then. */
    read_until: number;
    events: number;
    /** Events that could not be read. */
    skipped: number;
    fault: string | null;
    fault_since: number | null;
    /** Hours of failing after which its therapist takes no online bookings; null: never. */
    closes_after: number | null;
    /** 1: it has come to that. */
    is_closed: number;
  };
  busy_times: {
    therapist_id: string;
    block_start: number;
    /** A day after the start at most. */
    block_end: number;
    link_id: string;
    /** `unknown`: the calendar has failed for so long that its therapist takes no online bookings. */
    elsewhere: "busy" | "unknown";
  };
};

/** Who waits for a time, what became free, and what was offered to whom. Lists are JSON. */
type WaitingTables = {
  /** A time kept for an offer: its claims are those of an appointment (decisions/0650). */
  time_holds: { id: string; therapist_id: string; block_start: number; block_end: number; until: number };
  waiting_entries: {
    id: string;
    /** Null until someone has shown that the address is theirs. */
    client_id: string | null;
    user_id: string | null;
    name: string | null;
    email: string | null;
    phone: string | null;
    service_id: string;
    minutes: number;
    /** None: any of them. */
    therapist_ids: string;
    /** 1 is Monday; none: any day. */
    weekdays: string;
    /** None: any time of day. */
    day_times: string;
    /** Local dates, inclusive. */
    first_day: string;
    last_day: string;
    /** Given up when a time is taken. */
    swap_appointment_id: string | null;
    state: "unconfirmed" | "waiting" | "paused" | "taken" | "left";
    /** The local date on which it goes on; null while paused: when they say so. */
    paused_until: string | null;
    pinned_at: number | null;
    secret_hash: string;
    created_at: number;
    updated_at: number;
  };
  /** Freed time, under the id of its schedule change. `next_at`: when someone is to be asked; null: nobody any more. */
  waiting_gaps: {
    id: string;
    at: number;
    cause: string;
    appointment_id: string | null;
    /** Null: everyone's. */
    therapist_id: string | null;
    starts_at: number;
    /** Null: from then on. */
    ends_at: number | null;
    /** How many swaps led to it. */
    link: number;
    next_at: number | null;
    filled_at: number | null;
    filled_minutes: number;
    filled_pence: number;
  };
  waiting_offers: {
    id: string;
    gap_id: string;
    entry_id: string;
    client_id: string;
    therapist_id: string;
    starts_at: number;
    ends_at: number;
    state: "held" | "open" | "taken" | "declined" | "lapsed" | "lost";
    /** Of an open offer: when it ends without keeping anything. */
    hold_until: number;
    secret_hash: string;
    /** The actor, as in the audit. */
    made_by: string;
    created_at: number;
    answered_at: number | null;
    appointment_id: string | null;
  };
};

/** What the practice has plugged in of other companies, and what came from there. */
type AdapterTables = {
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
type StatusTables = {
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
type PushTables = {
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
