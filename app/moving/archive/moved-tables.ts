import type { MovedTable } from "#app/moving/archive/column.ts";
import { MOVED_DIARY, MOVED_MONEY } from "#app/moving/archive/moved-diary.ts";
import { MOVED_PEOPLE } from "#app/moving/archive/moved-people.ts";
import { MOVED_SERVICES } from "#app/moving/archive/moved-services.ts";
import { type SettingKey, settingSchemas } from "#app/settings/settings.ts";

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
  passkeys: opens,
  push_devices: { why: "A browser takes messages from one address only: people turn them on anew.", cleared: true },
  push_outcomes: { why: "How messages to those browsers fared.", cleared: true },
  rate_limits: installation,
  schedule_changes: { why: "What changed in the last 30 days, for what follows changes here.", cleared: true },
  sessions: opens,
  site_errors: { why: "What went wrong in this installation.", cleared: true },
  site_status: { why: "What this installation last found out about itself.", cleared: true },
  sign_ins: { why: "Passwords: at the first log-in everybody is mailed a link that sets a new one.", cleared: true },
  staff_invites: opens,
  time_holds: { why: "Times kept for an hour, for an offer that this installation has made.", cleared: true },
  two_factors: opens,
  verifications: opens,
  waiting_offers: { why: "Their links open here only: what is free is offered again.", cleared: true },
  voucher_codes: { why: "They open vouchers, which get new codes where they move to.", cleared: true },
};

/** Settings that stay: they hold keys of other systems. */
export const STAYING_SETTINGS: readonly SettingKey[] = ["mailServer", "emailjs", "scheduler", "backups"];

/** The settings that move: nothing else that the table holds. */
export const MOVED_SETTINGS = (Object.keys(settingSchemas) as SettingKey[]).filter(
  (key) => !STAYING_SETTINGS.includes(key),
);

/** The audit's lines about archives tell what this installation did, so they stay, too. */
export const ARCHIVE_SUBJECT = "archive";

/** The only waiting mail that moves. The others are sent by the installation that promised them. */
export const MOVED_MAIL = "appointment-reminder-client";
