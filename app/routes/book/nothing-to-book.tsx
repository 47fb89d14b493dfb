import { BY_PHONE, NOTHING_ONLINE } from "#app/routes/book/not-open.ts";
import { Notice } from "#app/ui/notice.tsx";

type Props = { isByPhone: boolean; phone: { href: string; label: string } };

/** The booking page while nothing can be booked online: by choice, on a first day, or with every therapist hidden. */
export function NothingToBook({ isByPhone, phone }: Props) {
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="text-3xl">Book Your Appointment</h1>
      <Notice className="mt-8 max-w-prose">
        {isByPhone ? BY_PHONE : NOTHING_ONLINE}
        {phone.label && (
          <>
            {" "}
            Please call{" "}
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
