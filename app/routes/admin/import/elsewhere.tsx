import { href, Link } from "react-router";

const CLASS = "prose-link inline-flex min-h-6 items-center font-[650]";

/** The ways in that are no CSV file. */
export function Elsewhere() {
  return (
    <section aria-labelledby="elsewhere" className="mt-12">
      <h2 id="elsewhere" className="text-xl">
        From somewhere else
      </h2>
      <ul className="mt-3">
        <li className="border-t border-line py-3">
          <Link to={href("/admin/import/firebase")} className={CLASS}>
            Your old site ran on Firebase?
          </Link>
          <p>Its accounts come with their passwords, and its appointments.</p>
        </li>
        <li className="border-t border-line py-3">
          <Link to={href("/admin/settings/calendly")} className={CLASS}>
            You take bookings on Calendly?
          </Link>
          <p>Keep it, and they stand in your diary. To leave it, export them there and upload the file above.</p>
        </li>
        <li className="border-t border-line py-3">
          <Link to={href("/admin/settings/emailjs")} className={CLASS}>
            Your old contact form used EmailJS?
          </Link>
          <p>Keep it, or let your old page send its messages here.</p>
        </li>
        <li className="border-t border-line py-3">
          <p className="font-[650]">You come from another Limber Yard?</p>
          <p>
            Download everything there (“Take everything with you”). Whoever runs this machine brings the file in, before
            anything else is here:{" "}
            <code>
              npm run import-practice <span className="whitespace-nowrap">-- everything.zip</span>
            </code>
          </p>
        </li>
      </ul>
    </section>
  );
}
