import { Link } from "react-router";
import { Plate } from "#app/ui/art/plate.tsx";
import { LinkButton } from "#app/ui/button.tsx";

type Props = { status: number; phone: { href: string; label: string } | null };

/** The page for what is not there, and for what went wrong at our end. */
export function FaultPage({ status, phone }: Props) {
  const words = status === 404 ? <NotFound /> : <Broken phone={phone} />;
  return (
    <div className="relative overflow-clip">
      <title>{status === 404 ? "Page not found" : "Something went wrong"}</title>
      <div className="wrap section lg:flex lg:min-h-[34rem] lg:items-center">
        <div className="measure space-y-6 lg:w-1/2">{words}</div>
      </div>
      {status === 404 && <Knot />}
    </div>
  );
}

/** Grain that goes round a knot, as the visitor has to. */
function Knot() {
  return (
    <div className="max-lg:h-64 lg:absolute lg:inset-y-0 lg:right-0 lg:w-[38%]">
      <Plate slug="trigger-point-therapy" size="plate" className="h-full! aspect-auto!" />
    </div>
  );
}

function NotFound() {
  return (
    <>
      <h1 className="text-3xl">That page is not here.</h1>
      <p className="text-lg">
        It may have moved. Try{" "}
        <Link to="/services" reloadDocument className="prose-link">
          Services
        </Link>
        , or{" "}
        <Link to="/contact" reloadDocument className="prose-link">
          Contact
        </Link>
        .
      </p>
      <p className="flex flex-wrap gap-3 pt-2">
        <LinkButton to="/book" reloadDocument>
          Book an appointment
        </LinkButton>
        <LinkButton to="/" reloadDocument look="outline">
          Go to the home page
        </LinkButton>
      </p>
    </>
  );
}

function Broken({ phone }: { phone: Props["phone"] }) {
  return (
    <>
      <h1 className="text-3xl">Something went wrong at our end.</h1>
      <p className="text-lg">
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
        <Link to="/" reloadDocument className="prose-link">
          Go to the home page
        </Link>
      </p>
    </>
  );
}
