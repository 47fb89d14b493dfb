import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import "#app/ui/mended-errors.js";
import { openCopy } from "#app/offline/open-copy.ts";
import { holdLostRequests } from "#app/ui/connection/connection.ts";

holdLostRequests({ openCopy });
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
