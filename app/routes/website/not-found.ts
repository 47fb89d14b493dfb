import { data } from "react-router";

/** Any other address. A route of its own, so that the frame around the answer is loaded. */
export function loader() {
  throw data(null, { status: 404 });
}

export function action() {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
