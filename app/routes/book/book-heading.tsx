/** The head of the booking page, whichever scheduler it shows. */
export function BookHeading({ phone }: { phone: { href: string; label: string } }) {
  return (
    <div className="booking-head">
      <h1>Book Your Appointment</h1>
      <p className="text-sm">
        Rather talk? Call{" "}
        <a href={phone.href} className="prose-link font-[650]">
          {phone.label}
        </a>
      </p>
    </div>
  );
}
