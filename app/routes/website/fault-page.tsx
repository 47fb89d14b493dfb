import { Link } from "react-router";
import { LinkButton } from "#app/ui/button.tsx";

type Props = { status: number; phone: { href: string; label: string } | null };

/** The page for what is not there, and for what went wrong at our end. */
export function FaultPage({ status, phone }: Props) {
  const words = status === 404 ? <NotFound /> : <Broken phone={phone} />;
  return (
    <div className="wrap section">
      <title>{status === 404 ? "Page not found" : "Something went wrong"}</title>
      <div className="measure space-y-5">{words}</div>
    </div>
  );
}

function NotFound() {
  return (
    <>
      <h1 className="text-3xl">That page is not here.</h1>
      <p>It may have moved, or the address may have a slip in it.</p>
      <p className="flex flex-wrap gap-3">
        <LinkButton to="/">Go to the home page</LinkButton>
        <LinkButton to="/book" look="outline">
          Book an appointment
        </LinkButton>
      </p>
    </>
  );
}

function Broken({ phone }: { phone: Props["phone"] }) {
  return (
    <>
      <h1 className="text-3xl">Something went wrong at our end.</h1>
      <p>
        Your booking is safe if you have a confirmation e-mail.
        {phone && (
          <>
            {" "}
            Ring{" "}
            <a href={phone.href} className="prose-link">
              {phone.label}
            </a>{" "}
            if you need us today.
          </>
        )}
      </p>
      <p>
        <Link to="/" className="prose-link">
          Go to the home page
        </Link>
      </p>
    </>
  );
}
