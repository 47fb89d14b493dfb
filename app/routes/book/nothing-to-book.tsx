import { NOTHING_ONLINE } from "#app/routes/book/not-open.ts";
import { Notice } from "#app/ui/notice.tsx";

/** The booking page while nothing can be booked: on a practice's first day, or with every therapist hidden. */
export function NothingToBook({ phone }: { phone: { href: string; label: string } }) {
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="text-3xl">Book Your Appointment</h1>
      <Notice className="mt-8 max-w-prose">
        {NOTHING_ONLINE}
        {phone.label && (
          <>
            {" "}
            Please ring us on{" "}
            <a href={phone.href} className="prose-link font-[650]">
              {phone.label}
            </a>
            .
          </>
        )}
      </Notice>
    </div>
  );
}
