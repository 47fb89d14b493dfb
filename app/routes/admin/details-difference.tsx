import type { DetailsDifference } from "#app/appointments/clients/contact.ts";
import { otherDetails } from "#app/clients/client.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { Notice } from "#app/ui/controls.tsx";

/** The typed details beside the client record's, for the practice to choose. `when`: which appointment. */
export function DetailsDifferenceNotice({ difference, when }: { difference: DetailsDifference; when?: string }) {
  const { appointmentId, booked, record, version } = difference;
  const fields = Object.keys(otherDetails(record, booked)) as (keyof typeof booked)[];
  const change = (answer: "use" | "keep") => ({
    action: `/admin/appointments/${appointmentId}/details`,
    fields: { answer, version: String(version) },
  });
  return (
    <Notice tone="warning" className="mb-6">
      <p className="wrap-anywhere">
        Booked{when && ` for ${when}`} as <strong>{inWords(booked, fields)}</strong>. The record says{" "}
        <strong>{inWords(record, fields)}</strong>.
      </p>
      <p className="mt-1 text-sm">
        Anyone can type anything here, so the record has not changed. This booking’s emails go to what was typed.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ChangeButton change={change("use")}>Use the new details</ChangeButton>
        <ChangeButton change={change("keep")} look="quiet">
          Keep the record
        </ChangeButton>
      </div>
    </Notice>
  );
}

function inWords(details: DetailsDifference["booked"], fields: readonly (keyof typeof details)[]): string {
  return fields
    .map((field) => {
      const value = details[field];
      if (!value) return MISSING[field];
      return field === "phone" ? readablePhone(value) : value;
    })
    .join(", ");
}

const MISSING = { name: "no name", email: "no email address", phone: "no phone number" };
