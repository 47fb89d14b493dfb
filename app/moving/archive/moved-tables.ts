import { z } from "zod";
import {
  count,
  day,
  fileId,
  flag,
  id,
  instant,
  isoInstant,
  json,
  jsonOf,
  type MovedTable,
  ONCE_KEY,
  text,
} from "#app/moving/archive/column.ts";
import { MOVED_DIARY, MOVED_MONEY } from "#app/moving/archive/moved-diary.ts";
import { TEAM_ROLES } from "#app/platform/permissions.ts";
import { type SettingKey, settingSchemas } from "#app/settings/settings.ts";

/** Clients, accounts, who works here, and what people wrote. */
const MOVED_PEOPLE = {
  users: {
    about: "Accounts. role admin: an owner",
    key: ["id"],
    columns: {
      id,
      name: text,
      email: text.min(3),
      emailVerified: flag,
      image: text.nullable(),
      createdAt: isoInstant,
      updatedAt: isoInstant,
      role: z.enum(["user", "admin"]),
      search: text.nullable(),
      phone: text.nullable(),
    },
    stays: {
      twoFactorEnabled: "second factors stay, as their secrets do",
      factor_due_at: "owners are asked anew there",
    },
  },
  disabled_users: {
    about: "Accounts that may not log in",
    key: ["user_id"],
    columns: { user_id: id, at: instant, actor: text },
  },
  staff: {
    about: "Who works here, and as what",
    key: ["user_id"],
    columns: {
      user_id: id,
      parts: jsonOf(z.array(z.enum(TEAM_ROLES))),
      therapist_id: id.nullable(),
      state: z.enum(["active", "suspended"]),
      version: count,
      at: instant,
      actor: text,
    },
  },
  time_off_requests: {
    about: "What therapists asked to be off, and what became of it",
    key: ["id"],
    columns: {
      id,
      therapist_id: id,
      asked_by: id,
      asked_at: instant,
      first_day: day,
      last_day: day,
      from_minute: count.nullable(),
      to_minute: count.nullable(),
      reason: text.nullable(),
      public_note: text.nullable(),
      state: z.enum(["open", "confirmed", "declined", "withdrawn"]),
      answered_at: instant.nullable(),
      answered_by: text.nullable(),
      answer: text.nullable(),
    },
  },
  clients: {
    about: "Clients; of one who was erased only the id is left",
    key: ["id"],
    columns: {
      id,
      name: text.nullable(),
      email: text.nullable(),
      phone: text.nullable(),
      search: text,
      created_at: instant,
      booked_at: instant,
      erased_at: instant.nullable(),
      contact_version: count,
      is_existing: flag.default(0),
      practical_note: text.nullable().default(null),
      blocked_at: instant.nullable().default(null),
      blocked_reason: text.nullable().default(null),
    },
  },
  client_keys: {
    about: "By what a client is recognised when they book again",
    key: ["kind", "value"],
    columns: { kind: z.enum(["account", "email", "phone"]), value: text, client_id: id },
  },
  client_notes: {
    about: "Your notes about clients",
    key: ["id"],
    columns: { id, client_id: id, words: text, at: instant, actor: text, author: text },
  },
  enquiries: {
    about: "Messages of the contact form, and complaints",
    key: ["id"],
    columns: {
      id,
      first_name: text,
      last_name: text,
      email: text,
      subject: text,
      message: text,
      created_at: instant,
      state: text,
      state_at: instant,
      state_by: text.nullable(),
    },
    stays: {
      idempotency_key: ONCE_KEY,
      idempotency_body: ONCE_KEY,
      assigned_to: "who answers is said anew where others work",
    },
  },
  enquiry_replies: {
    about: "Your answers to messages",
    key: ["id"],
    columns: { id, enquiry_id: id, text, at: instant, actor: text },
  },
  received_replies: {
    about: "What people wrote back by email",
    key: ["id"],
    columns: { id, enquiry_id: id, at: instant, name: text, address: text, text, attachments: json, automatic: flag },
    stays: { message_id: "mails that are sent from the new installation begin their own chain" },
  },
  complaints: {
    about: "What is special about the messages that are complaints",
    key: ["enquiry_id"],
    columns: { enquiry_id: id, number: count, about: text, reply_to: text, wanted: text, due_day: text },
  },
  counters: {
    about: "The last number given, such as of a complaint",
    key: ["name"],
    columns: { name: id, value: count },
  },
  audit: {
    about: "Who did what, and when",
    key: ["id"],
    columns: { id, at: instant, actor: text, action: text, subject_kind: text, subject_id: text, detail: json },
  },
  erasures: {
    about: "The ids of clients and accounts that were erased, so that no one comes back",
    key: ["kind", "id"],
    columns: { kind: z.enum(["client", "user", "record"]), id, at: instant, kept_until: text.nullable().default(null) },
  },
  demo_marks: {
    about: "What the demo invented: these people never get a mail",
    key: ["kind", "id"],
    columns: { kind: id, id, value: json.nullable().default(null) },
  },
} satisfies Record<string, MovedTable>;

/** What the practice offers, by whom and when, and what its pages show. */
const MOVED_SERVICES = {
  pictures: {
    about: "Pictures; their files are in media/pictures/",
    key: ["id"],
    columns: {
      id: fileId,
      alt: text,
      width: count,
      height: count,
      created_at: instant,
      unused_since: instant.nullable(),
    },
  },
  picture_files: {
    about: "The sizes of each picture: media/pictures/<picture_id>-<width>.<type>",
    key: ["picture_id", "width"],
    columns: { picture_id: fileId, width: count, type: z.enum(["webp", "png", "svg"]) },
    stays: { bytes: "in a file of its own" },
  },
  films: {
    about: "Films; their files are media/films/<id>.<format>",
    key: ["id"],
    columns: {
      id: fileId,
      format: z.enum(["mp4", "webm"]),
      size: count,
      created_at: instant,
      unused_since: instant.nullable(),
    },
  },
  therapists: {
    about: "Who gives treatments",
    key: ["id"],
    columns: {
      id,
      slug: id,
      name: text,
      role: text,
      bio: text,
      position: count,
      active: flag,
      version: count,
      picture_id: id.nullable(),
      hours_version: count,
      updated_at: instant,
      mail_address: text.nullable(),
      mail_choice: text.nullable(),
      mail_when_empty: count.nullable(),
    },
  },
  services: {
    about: "Treatments; buffers in minutes",
    key: ["id"],
    columns: {
      id,
      slug: id,
      category: text,
      title: text,
      summary: text,
      words: text,
      buffer_before: count,
      buffer_after: count,
      first_extra: count.default(0),
      booking: text,
      place: text,
      venue: text.default("practice"),
      venue_name: text.nullable().default(null),
      vat: text.default("standard"),
      position: count,
      active: flag,
      version: count,
      picture_id: id.nullable(),
      updated_at: instant,
    },
  },
  service_lengths: {
    about: "The lengths of each treatment in minutes, and their prices in pence",
    key: ["service_id", "minutes"],
    columns: { service_id: id, minutes: count, price_pence: count, label: text },
  },
  service_therapists: {
    about: "Who gives which treatment",
    key: ["service_id", "therapist_id"],
    columns: { service_id: id, therapist_id: id },
  },
  price_rules: {
    about: "Prices of one therapist, or from a day on",
    key: ["id"],
    columns: {
      id,
      service_id: id,
      minutes: count,
      therapist_id: id.nullable(),
      from_day: day.nullable(),
      price_pence: count,
    },
  },
  working_hours: {
    about: "Weekly hours: weekday 1 is Monday; minutes since midnight, local time",
    key: ["id"],
    columns: {
      id,
      therapist_id: id,
      weekday: count,
      from_minute: count,
      to_minute: count,
      week_a_from: day.nullable(),
      cycle_week: text.nullable(),
    },
  },
  day_exceptions: {
    about: "Closures and extra openings; without a therapist: the whole practice's",
    key: ["id"],
    columns: {
      id,
      therapist_id: id.nullable(),
      kind: z.enum(["closure", "opening"]),
      first_day: day,
      last_day: day,
      from_minute: count.nullable(),
      to_minute: count.nullable(),
      reason: text.nullable(),
      public_note: text.nullable(),
    },
  },
  reviews: {
    about: "What clients have written",
    key: ["id"],
    columns: {
      id,
      words: text,
      name: text,
      source: text,
      given_on: text,
      position: count,
      version: count,
      updated_at: instant,
    },
  },
  page_words: {
    about: "What the pages say, as far as you changed it",
    key: ["page"],
    columns: { page: id, words: json, version: count, updated_at: instant },
  },
  settings: {
    about: "Settings",
    key: ["key"],
    columns: { key: id, value: json, version: count, updated_at: instant },
    stays: { last_good: "an older value of the same setting" },
  },
} satisfies Record<string, MovedTable>;

/** Every table that moves. A new table needs a line here or in STAYING. */
export const MOVED: Readonly<Record<string, MovedTable>> = {
  ...MOVED_SERVICES,
  ...MOVED_PEOPLE,
  ...MOVED_DIARY,
  ...MOVED_MONEY,
};

/** `cleared`: emptied before an import; else what the new installation has of it stays. */
type Staying = { why: string; cleared: boolean };

const opens = { why: "It opens an account or a booking for whoever has it.", cleared: true };
const unfinished = { why: "A move that is not finished: finish it before you leave.", cleared: true };
const installation = { why: "It belongs to the installation, not to the practice.", cleared: false };
const plugged = { why: "Plugged-in systems are set up anew: their keys don't leave.", cleared: false };

/** Every table that doesn't move, and why. */
export const STAYING: Readonly<Record<string, Staying>> = {
  account_offers: opens,
  adapters: plugged,
  auth_rate_limits: installation,
  booking_requests: opens,
  busy_times: { why: "Read anew once a calendar is connected here.", cleared: true },
  calendar_accounts: { why: "Their passwords open calendars: therapists connect them anew.", cleared: true },
  calendar_links: { why: "Their addresses open calendars: therapists connect them anew.", cleared: true },
  calendar_objects: { why: "Read anew once a calendar is connected here.", cleared: true },
  calendar_subscriptions: opens,
  calendar_writes: { why: "Their calendars are not connected here.", cleared: true },
  cliniko_imports: unfinished,
  cliniko_patients: unfinished,
  file_imports: unfinished,
  file_import_rows: unfinished,
  file_import_pieces: unfinished,
  film_parts: { why: "The films themselves: media/films/.", cleared: true },
  firebase_records: unfinished,
  foreign_hash_keys: plugged,
  hook_events: plugged,
  import_rows: unfinished,
  imports: unfinished,
  ledger_checks: { why: "What this installation found when it last checked the ledger.", cleared: true },
  ledger_keys: { why: "They only tell a press that was sent twice.", cleared: true },
  known_places: { why: "A trace of network addresses.", cleared: true },
  mail_allowances: installation,
  mails: { why: "Mails as they were sent: their links open bookings and accounts.", cleared: true },
  health_access: { why: "Who opened health records, which leave with a backup and its key alone.", cleared: true },
  client_alerts: { why: "They are sealed, and leave with a backup and its key alone.", cleared: true },
  note_amendments: { why: "They are sealed, and leave with a backup and its key alone.", cleared: true },
  treatment_notes: { why: "They are sealed, and leave with a backup and its key alone.", cleared: true },
  record_files: { why: "They are sealed, and leave with a backup and its key alone.", cleared: true },
  record_file_pieces: { why: "They are sealed, and leave with a backup and its key alone.", cleared: true },
  passkeys: opens,
  prepayments: { why: "They belong to keys of a provider, which don’t leave.", cleared: true },
  pay_pages: { why: "They belong to keys of a provider, which don't leave.", cleared: true },
  online_refunds: { why: "They belong to keys of a provider, which don't leave.", cleared: true },
  payouts: { why: "They belong to keys of a provider, which don’t leave.", cleared: true },
  payout_lines: { why: "They belong to keys of a provider, which don’t leave.", cleared: true },
  disputes: { why: "They belong to keys of a provider, which don’t leave.", cleared: true },
  kept_cards: { why: "They belong to keys of a provider, which don't leave.", cleared: true },
  card_agreements: { why: "They belong to cards that a provider keeps for this installation.", cleared: true },
  card_charges: { why: "They belong to cards that a provider keeps for this installation.", cleared: true },
  tills: { why: "Keys of a provider don't leave: each seller pastes them anew.", cleared: true },
  push_devices: { why: "A browser takes messages from one address only: people turn them on anew.", cleared: true },
  health_answers: { why: "They are sealed, and leave with a backup and its key alone.", cleared: true },
  health_forms: { why: "Sealed answers answer them, and leave with a backup and its key alone.", cleared: true },
  health_drafts: { why: "Only the browser that began one opens it, at this address.", cleared: true },
  health_form_draft: { why: "Questions that are not in use yet.", cleared: true },
  health_checks: { why: "They belong to sealed answers.", cleared: true },
  health_consents: { why: "They belong to sealed answers.", cleared: true },
  health_withdrawals: { why: "They freeze records, which leave with a backup and its key alone.", cleared: true },
  record_controllers: { why: "They belong to records, which leave with a backup and its key alone.", cleared: true },
  record_holds: { why: "They belong to records, which leave with a backup and its key alone.", cleared: true },
  departures: { why: "They belong to records, which leave with a backup and its key alone.", cleared: true },
  departure_clients: { why: "They belong to records, which leave with a backup and its key alone.", cleared: true },
  record_ends: { why: "They list health records, which leave with a backup and its key alone.", cleared: true },
  record_keys: { why: "They open health records, which leave with a backup and its key alone.", cleared: true },
  returned_addresses: { why: "Marked anew once an email comes back.", cleared: true },
  push_outcomes: { why: "How messages to those browsers fared.", cleared: true },
  rate_limits: installation,
  schedule_changes: { why: "What changed in the last 30 days, for what follows changes here.", cleared: true },
  sessions: opens,
  site_errors: { why: "What went wrong in this installation.", cleared: true },
  site_status: { why: "What this installation last found out about itself.", cleared: true },
  sign_ins: { why: "Passwords: at the first sign-in we email everyone a link that sets a new one.", cleared: true },
  staff_invites: opens,
  time_holds: { why: "Times kept for an hour, for an offer that this installation has made.", cleared: true },
  two_factors: opens,
  verifications: opens,
  waiting_offers: { why: "Their links open here only: what is free is offered again.", cleared: true },
  voucher_codes: { why: "They open vouchers, which get new codes where they move to.", cleared: true },
};

/** Settings that stay: they hold keys of other systems. */
export const STAYING_SETTINGS: readonly SettingKey[] = [
  ...(["mailServer", "mailbox", "emailjs", "calendarApps"] as const),
  ...(["scheduler", "backups", "health"] as const),
];

/** The settings that move: nothing else that the table holds. */
export const MOVED_SETTINGS = (Object.keys(settingSchemas) as SettingKey[]).filter(
  (key) => !STAYING_SETTINGS.includes(key),
);

/** The audit's lines about archives tell what this installation did, so they stay, too. */
export const ARCHIVE_SUBJECT = "archive";

/** The waiting mails that move: reminders, and gifts for their day. The others are sent by the installation that promised them. */
export const MOVED_MAIL = "appointment-reminder-client";
export const MOVED_GIFT = "gift-voucher-client";
