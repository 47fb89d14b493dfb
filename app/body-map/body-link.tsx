import { Link } from "react-router";

/** The way to the body map from a page that does not show it. */
export function BodyLink() {
  return (
    <p className="wrap pt-8">
      <Link to="/services#body" reloadDocument className="inline-flex min-h-12 items-center no-underline">
        <span>
          Not sure what you need?{" "}
          <span className="font-[650] underline decoration-1 underline-offset-4">Point to where it hurts</span>
        </span>
      </Link>
    </p>
  );
}
