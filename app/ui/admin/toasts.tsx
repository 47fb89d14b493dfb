import { Toast as Base } from "@base-ui/react/toast";
import { createContext, type ReactNode, useContext, useRef } from "react";
import type { Toast } from "#app/ui/admin/toast.ts";
import { buttonClasses } from "#app/ui/controls.tsx";

const TIMEOUT = 6_000;
const UNDO_TIMEOUT = 8_000;

type Add = (toast: Toast, undo?: () => void) => void;
const AddContext = createContext<Add>(() => {});
const CloseContext = createContext<(id: string) => void>(() => {});

/** Success toasts disappear by themselves; failures stay until dismissed. */
export function ToastsProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider timeout={TIMEOUT}>
      <WithAdd>{children}</WithAdd>
      <Base.Portal>
        <Base.Viewport className="admin-toasts">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

export function useToast(): Add {
  return useContext(AddContext);
}

/** Closes the toast of an `id`, once what it says is no longer so. */
export function useCloseToast(): (id: string) => void {
  return useContext(CloseContext);
}

function WithAdd({ children }: { children: ReactNode }) {
  const { add, close } = Base.useToastManager();
  // Of what succeeded the latest is enough: on a phone several would lie over what is pressed next.
  const latest = useRef<string | null>(null);
  const show: Add = (toast, undo) => {
    const bad = toast.tone === "danger";
    if (!bad && latest.current) close(latest.current);
    const id = add({
      type: toast.tone,
      title: toast.text,
      priority: bad ? "high" : "low",
      timeout: bad ? 0 : undo ? UNDO_TIMEOUT : TIMEOUT,
      ...(toast.id && { id: toast.id }),
      ...(undo && { actionProps: { children: "Undo", onClick: undo } }),
    });
    if (!bad && !toast.id) latest.current = id;
  };
  return (
    <CloseContext value={close}>
      <AddContext value={show}>{children}</AddContext>
    </CloseContext>
  );
}

function Toasts() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} className="admin-toast" data-tone={toast.type}>
      <Base.Content className="flex items-center gap-2 py-1 pr-1 pl-4">
        <Base.Title render={<p />} className="min-w-0 flex-1 py-2" />
        {toast.actionProps && <Base.Action className={buttonClasses({ look: "quiet", size: "small" })} />}
        <Base.Close className={buttonClasses({ look: "quiet", size: "small" })}>Dismiss</Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
