type LogoMarkProps = { className?: string; label?: string };

/** Four bent battens nested into an L. Silent next to the written name; give it a label where it stands alone. */
export function LogoMark({ className, label }: LogoMarkProps) {
  return (
    <svg
      aria-hidden={label ? undefined : true}
      aria-label={label}
      className={className ? `logo-mark ${className}` : "logo-mark"}
      focusable="false"
      role={label ? "img" : undefined}
      viewBox="0 0 40 40"
    >
      <path d="M6 3V12A22 22 0 0 0 28 34H37" />
      <path d="M12 3V12A16 16 0 0 0 28 28H37" />
      <path className="logo-mark-touch" d="M18 3V12A10 10 0 0 0 28 22H37" />
      <path d="M24 3V12A4 4 0 0 0 28 16H37" />
    </svg>
  );
}
