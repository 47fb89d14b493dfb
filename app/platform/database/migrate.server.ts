import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Database, Engine, Queries, Tx } from "#app/platform/app-context.server.ts";
import { CANNOT_START } from "#app/platform/data-folder.server.ts";
import { longWork } from "#app/platform/database/answer-within.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import { foundation } from "#migrations/0001-foundation.ts";
import { mails } from "#migrations/0002-mails.ts";
import { accounts } from "#migrations/0003-accounts.ts";
import { adminTables } from "#migrations/0005-desk.ts";
import { admin } from "#migrations/0006-admin.ts";
import { people } from "#migrations/0009-people.ts";
import { enquiries } from "#migrations/0015-enquiries.ts";
import { content } from "#migrations/0016-content.ts";
import { contactVersions } from "#migrations/0070-contact-versions.ts";
import { films } from "#migrations/0071-films.ts";
import { outboxCopies } from "#migrations/0075-outbox-copies.ts";
import { servicesPages } from "#migrations/0083-services-pages.ts";
import { complaints } from "#migrations/0086-complaints.ts";
import { whatAKeyWasUsedFor } from "#migrations/0120-what-a-key-was-used-for.ts";
import { codesCountOnce } from "#migrations/0140-codes-count-once.ts";
import { knownPlaces } from "#migrations/0141-known-places.ts";
import { bookedDetails } from "#migrations/0150-booked-details.ts";
import { heldBookings } from "#migrations/0152-held-bookings.ts";
import { mailsByStrangers } from "#migrations/0153-mails-by-strangers.ts";
import { outboxSubjects } from "#migrations/0160-outbox-subjects.ts";
import { cancellationsAsked } from "#migrations/0161-cancellations-asked.ts";
import { settingsLastGood } from "#migrations/0162-settings-last-good.ts";
import { erasures } from "#migrations/0163-erasures.ts";
import { publicNotes } from "#migrations/0170-public-notes.ts";
import { statusInAnyCase } from "#migrations/0171-status-in-any-case.ts";
import { foldedSearch } from "#migrations/0172-folded-search.ts";
import { strandedAppointments } from "#migrations/0173-stranded-appointments.ts";
import { addressesInLowerCase } from "#migrations/0196-addresses-in-lower-case.ts";
import { practicalNotes } from "#migrations/0205-practical-notes.ts";
import { keepDetails } from "#migrations/0210-keep-details.ts";
import { reviews } from "#migrations/0218-reviews.ts";
import { demoMarks } from "#migrations/0240-demo-marks.ts";
import { legalForm } from "#migrations/0250-legal-form.ts";
import { pictureFileTypes } from "#migrations/0260-picture-file-types.ts";
import { referencePrefixes } from "#migrations/0265-reference-prefixes.ts";
import { imports } from "#migrations/0270-imports.ts";
import { clientFinder } from "#migrations/0275-client-finder.ts";
import { cancellationFacts } from "#migrations/0285-cancellation-facts.ts";
import { strandedCalls } from "#migrations/0286-stranded-calls.ts";
import { bookingSources } from "#migrations/0290-booking-sources.ts";
import { priceRules } from "#migrations/0291-price-rules.ts";
import { weekCycles } from "#migrations/0300-week-cycles.ts";
import { usersByRole } from "#migrations/0301-users-by-role.ts";
import { series } from "#migrations/0310-series.ts";
import { therapistMails } from "#migrations/0315-therapist-mails.ts";
import { moveRequests } from "#migrations/0320-move-requests.ts";
import { staff } from "#migrations/0330-staff.ts";
import { adapters } from "#migrations/0335-adapters.ts";
import { externalBookings } from "#migrations/0336-external-bookings.ts";
import { firebase } from "#migrations/0340-firebase.ts";
import { timeOffRequests } from "#migrations/0350-time-off-requests.ts";
import { push } from "#migrations/0360-push.ts";
import { longLists } from "#migrations/0391-long-lists.ts";
import { clientPieces } from "#migrations/0410-client-pieces.ts";
import { reportDays } from "#migrations/0421-report-days.ts";
import { demoRows, writeDemoRows } from "#migrations/0500-demo-rows.ts";
import { opening } from "#migrations/0510-opening.ts";
import { practiceFacts } from "#migrations/0511-practice-facts.ts";
import { visits } from "#migrations/0520-visits.ts";
import { importChoices } from "#migrations/0530-import-choices.ts";
import { unprovenBookings } from "#migrations/0550-unproven-bookings.ts";
import { recordOpens } from "#migrations/0551-record-opens.ts";
import { confirmations } from "#migrations/0560-confirmations.ts";
import { scheduleChanges } from "#migrations/0570-schedule-changes.ts";
import { anyHourAndFirstVisits } from "#migrations/0585-any-hour-and-first-visits.ts";
import { ledger } from "#migrations/0620-ledger.ts";
import { fees } from "#migrations/0640-fees.ts";
import { shop } from "#migrations/0644-shop.ts";
import { vatOfServices } from "#migrations/0647-vat-of-services.ts";
import { sellersOfTheirOwn } from "#migrations/0648-sellers-of-their-own.ts";
import { movedInMoney } from "#migrations/0649-moved-in-money.ts";
import { waitingList } from "#migrations/0650-waiting-list.ts";
import { commissions } from "#migrations/0654-commissions.ts";
import { firstAppointments } from "#migrations/0657-first-appointments.ts";
import { calendars } from "#migrations/0660-calendars.ts";
import { moneyRequests } from "#migrations/0700-money-requests.ts";
import { calendarAccounts } from "#migrations/0740-calendar-accounts.ts";
import { siteStatus } from "#migrations/0800-site-status.ts";
import { notesOfClients } from "#migrations/0801-notes-of-clients.ts";
import { blockedClients } from "#migrations/0802-blocked-clients.ts";
import { recordKeys } from "#migrations/0900-record-keys.ts";
import { healthForms } from "#migrations/0901-health-forms.ts";
import { treatmentNotes } from "#migrations/0910-treatment-notes.ts";
import { withdrawnConsents } from "#migrations/0920-withdrawn-consents.ts";
import { onlinePayments } from "#migrations/0940-online-payments.ts";
import { prepayments } from "#migrations/0960-prepayments.ts";
import { calendarSignIns } from "#migrations/0970-calendar-sign-ins.ts";
import { waivedPrepayments } from "#migrations/0990-waived-prepayments.ts";
import { messageAssignees } from "#migrations/1050-message-assignees.ts";
import { stoppedTills } from "#migrations/1070-stopped-tills.ts";
import { mailbox } from "#migrations/1100-mailbox.ts";
import { clientAlerts } from "#migrations/1110-client-alerts.ts";
import { healthFormVersions } from "#migrations/1120-health-form-versions.ts";
import { healthFormDrafts } from "#migrations/1121-health-form-drafts.ts";
import { paperHealthForms } from "#migrations/1122-paper-health-forms.ts";
import { keepingRecords } from "#migrations/1140-keeping-records.ts";
import { prepayLifts } from "#migrations/1160-prepay-lifts.ts";
import { sumupTills } from "#migrations/1161-sumup-tills.ts";
import { keptCards } from "#migrations/1190-kept-cards.ts";
import { payouts } from "#migrations/1200-payouts.ts";
import { cardReaders } from "#migrations/1201-card-readers.ts";
import { recordFiles } from "#migrations/1210-record-files.ts";
import { movedInNotes } from "#migrations/1220-moved-in-notes.ts";
import { recordControllers } from "#migrations/1221-record-controllers.ts";
import { noteReaders } from "#migrations/1230-note-readers.ts";
import { voucherOrders } from "#migrations/1240-voucher-orders.ts";
import { recordHolds } from "#migrations/1250-record-holds.ts";
import { departures } from "#migrations/1251-departures.ts";
import { disputes } from "#migrations/1260-disputes.ts";
import { filesPerClient } from "#migrations/1280-files-per-client.ts";
import { voucherShares } from "#migrations/1290-voucher-shares.ts";
import { courseOrders } from "#migrations/1300-course-orders.ts";
import { courseLengths } from "#migrations/1320-course-lengths.ts";
import { checksNoted } from "#migrations/1330-checks-noted.ts";
import { prepaymentNotice } from "#migrations/1350-prepayment-notice.ts";

const migrations: Record<string, Migration> = {
  "0001-foundation": foundation,
  "0002-mails": mails,
  "0003-accounts": accounts,
  "0005-desk": adminTables,
  "0006-admin": admin,
  "0009-people": people,
  "0015-enquiries": enquiries,
  "0016-content": content,
  "0070-contact-versions": contactVersions,
  "0071-films": films,
  "0075-outbox-copies": outboxCopies,
  "0083-services-pages": servicesPages,
  "0086-complaints": complaints,
  "0120-what-a-key-was-used-for": whatAKeyWasUsedFor,
  "0170-public-notes": publicNotes,
  "0171-status-in-any-case": statusInAnyCase,
  "0172-folded-search": foldedSearch,
  "0173-stranded-appointments": strandedAppointments,
  "0150-booked-details": bookedDetails,
  "0152-held-bookings": heldBookings,
  "0153-mails-by-strangers": mailsByStrangers,
  "0160-outbox-subjects": outboxSubjects,
  "0161-cancellations-asked": cancellationsAsked,
  "0162-settings-last-good": settingsLastGood,
  "0163-erasures": erasures,
  "0140-codes-count-once": codesCountOnce,
  "0141-known-places": knownPlaces,
  "0196-addresses-in-lower-case": addressesInLowerCase,
  "0218-reviews": reviews,
  "0240-demo-marks": demoMarks,
  "0250-legal-form": legalForm,
  "0260-picture-file-types": pictureFileTypes,
  "0265-reference-prefixes": referencePrefixes,
  "0275-client-finder": clientFinder,
  "0270-imports": imports,
  "0205-practical-notes": practicalNotes,
  "0210-keep-details": keepDetails,
  "0285-cancellation-facts": cancellationFacts,
  "0286-stranded-calls": strandedCalls,
  "0290-booking-sources": bookingSources,
  "0291-price-rules": priceRules,
  "0300-week-cycles": weekCycles,
  "0330-staff": staff,
  "0350-time-off-requests": timeOffRequests,
  "0301-users-by-role": usersByRole,
  "0320-move-requests": moveRequests,
  "0340-firebase": firebase,
  "0310-series": series,
  "0315-therapist-mails": therapistMails,
  "0335-adapters": adapters,
  "0336-external-bookings": externalBookings,
  "0360-push": push,
  "0391-long-lists": longLists,
  "0410-client-pieces": clientPieces,
  "0421-report-days": reportDays,
  "0500-demo-rows": demoRows,
  "0510-opening": opening,
  "0520-visits": visits,
  "0530-import-choices": importChoices,
  "0511-practice-facts": practiceFacts,
  "0550-unproven-bookings": unprovenBookings,
  "0551-record-opens": recordOpens,
  "0560-confirmations": confirmations,
  "0570-schedule-changes": scheduleChanges,
  "0585-any-hour-and-first-visits": anyHourAndFirstVisits,
  "0620-ledger": ledger,
  "0640-fees": fees,
  "0644-shop": shop,
  "0647-vat-of-services": vatOfServices,
  "0648-sellers-of-their-own": sellersOfTheirOwn,
  "0649-moved-in-money": movedInMoney,
  "0650-waiting-list": waitingList,
  "0654-commissions": commissions,
  "0660-calendars": calendars,
  "0700-money-requests": moneyRequests,
  "0657-first-appointments": firstAppointments,
  "0740-calendar-accounts": calendarAccounts,
  "0800-site-status": siteStatus,
  "0801-notes-of-clients": notesOfClients,
  "0802-blocked-clients": blockedClients,
  "0900-record-keys": recordKeys,
  "0901-health-forms": healthForms,
  "0910-treatment-notes": treatmentNotes,
  "0920-withdrawn-consents": withdrawnConsents,
  "0940-online-payments": onlinePayments,
  "0960-prepayments": prepayments,
  "0970-calendar-sign-ins": calendarSignIns,
  "0990-waived-prepayments": waivedPrepayments,
  "1050-message-assignees": messageAssignees,
  "1070-stopped-tills": stoppedTills,
  "1100-mailbox": mailbox,
  "1110-client-alerts": clientAlerts,
  "1120-health-form-versions": healthFormVersions,
  "1121-health-form-drafts": healthFormDrafts,
  "1122-paper-health-forms": paperHealthForms,
  "1140-keeping-records": keepingRecords,
  "1160-prepay-lifts": prepayLifts,
  "1161-sumup-tills": sumupTills,
  "1190-kept-cards": keptCards,
  "1200-payouts": payouts,
  "1201-card-readers": cardReaders,
  "1210-record-files": recordFiles,
  "1220-moved-in-notes": movedInNotes,
  "1221-record-controllers": recordControllers,
  "1230-note-readers": noteReaders,
  "1240-voucher-orders": voucherOrders,
  "1250-record-holds": recordHolds,
  "1251-departures": departures,
  "1260-disputes": disputes,
  "1280-files-per-client": filesPerClient,
  "1290-voucher-shares": voucherShares,
  "1300-course-orders": courseOrders,
  "1320-course-lengths": courseLengths,
  "1330-checks-noted": checksNoted,
  "1350-prepayment-notice": prepaymentNotice,
};

/**
 * Brings the schema up to date. Several servers may start at once: the lock admits one at a time, and as it ends with
 * the transaction it holds through a pooler, too. A failed migration leaves nothing behind.
 */
export function migrate(db: Database): Promise<string[]> {
  return longWork(() => db.kysely.transaction().execute((tx) => migrateIn(tx, db.engine)));
}

/** What a migration brings to the rows of an older database, an older archive lacks, too. */
export function writeRowsOfFormatTwo(tx: Tx): Promise<void> {
  return writeDemoRows(tx as never);
}

async function migrateIn(tx: Tx, engine: Engine): Promise<string[]> {
  // Whoever has waited for the lock must see what was done meanwhile, whatever the database's own isolation.
  if (engine === "postgres") {
    await sql`set transaction isolation level read committed`.execute(tx);
    // An index of millions of rows takes longer than any statement of the site may.
    await sql`set local statement_timeout = 0`.execute(tx);
  }
  await lockForWriting(tx, "schema");
  const { error, results } = await migratorOf(tx).migrateToLatest();
  const unknown = /previously executed migration (\S+) is missing/.exec((error as Error | undefined)?.message ?? "");
  if (unknown?.[1]) throw laterRelease(unknown[1]);
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** Throws for a database that a later release has changed: this one would leave out what it does not know. */
export async function expectKnownSchema(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db.kysely);
  const unknown = rows.find(({ name }) => !(name in migrations));
  if (unknown) throw laterRelease(unknown.name);
}

function laterRelease(migration: string): Error {
  const sentence = `The database is of a later release (it has ${migration}). Start that release, or restore a backup made before the update.`;
  return Object.assign(new Error(sentence), { code: CANNOT_START });
}

export async function isMigrated(db: Database): Promise<boolean> {
  return (await migratorOf(db.kysely).getMigrations()).every((migration) => migration.executedAt !== undefined);
}

// Numbers are assigned before the work is done, so a lower one may arrive after a higher one has run.
function migratorOf(db: Queries): Migrator {
  const provider = { getMigrations: async () => migrations };
  return new Migrator({ db, provider, allowUnorderedMigrations: true });
}
