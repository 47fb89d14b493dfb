import { battens } from "#app/ui/art/mark.ts";
import { classNames } from "#app/ui/class-names.ts";
import type { LookView } from "#app/ui/shell/look-view.ts";

type Props = { look: LookView; name: string; nameClassName: string };

/** The practice's logo, or our mark, with its name. The name is always there to be read out. */
export function Brand({ look: { logo, hasMark }, name, nameClassName }: Props) {
  if (logo?.hasName) return <OwnLogo logo={logo} alt={name} />;
  return (
    <>
      {logo ? (
        <OwnLogo logo={logo} alt="" className="own-logo-beside shrink-0" />
      ) : (
        hasMark && <LogoMark className="-ml-1 size-8 shrink-0" />
      )}
      <span className={nameClassName}>{name}</span>
    </>
  );
}

type LogoProps = { logo: NonNullable<LookView["logo"]>; alt: string; className?: string };

function OwnLogo({ logo: { src, width, height }, alt, className }: LogoProps) {
  return <img src={src} alt={alt} width={width} height={height} className={classNames("own-logo", className)} />;
}

type LogoMarkProps = { className?: string; label?: string };

/** Hidden from screen readers beside the written name; give it a label where it stands alone. */
function LogoMark({ className, label }: LogoMarkProps) {
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
