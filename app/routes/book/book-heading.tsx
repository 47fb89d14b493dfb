/** The head of the booking page, whichever scheduler it shows; the header has the phone number. */
export function BookHeading() {
  return (
    <div className="booking-head">
      <h1>Book Your Appointment</h1>
    </div>
  );
}
