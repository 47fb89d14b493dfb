/** An app's key, to be scanned or typed in groups of four. */
export function AppKey({ qr, typed }: { qr: boolean[][]; typed: string }) {
  return (
    <>
      <QrCode modules={qr} label="The key, to be scanned" />
      <p>Or type the key:</p>
      <p>
        <code className="block rounded-md border border-line bg-surface p-3 tracking-wide wrap-anywhere">
          {typed.replace(/(.{4})(?=.)/g, "$1 ")}
        </code>
      </p>
    </>
  );
}

type Props = { modules: readonly (readonly boolean[])[]; label: string };

/** Dark on light in both themes: many cameras read no other. */
export function QrCode({ modules, label }: Props) {
  const dark = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-md border border-line"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
