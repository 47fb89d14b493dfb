import { battens } from "./mark.ts";

type LogoMarkProps = { className?: string; label?: string };

/** Hidden from screen readers beside the written name; give it a label where it stands alone. */
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
      {battens.map(({ path, touched }) => (
        <path className={touched ? "logo-mark-touch" : undefined} d={path} key={path} />
      ))}
    </svg>
  );
}
