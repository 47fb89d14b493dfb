import { useLocation, useNavigation } from "react-router";
import { useHeldRequest } from "#app/ui/connection/connection.ts";

/** `Loading...` while another page loads by script, after a short delay (specification section 2). */
export function PageLoading() {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const isHeld = useHeldRequest() !== null;
  if (state !== "loading" || isHeld || location.pathname === pathname) return null;
  return (
    <p role="status" className="page-loading">
      Loading...
    </p>
  );
}
