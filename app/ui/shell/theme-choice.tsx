/** Light, dark, or the device's setting. Hidden until its script runs (shell.js). */
export function ThemeChoice() {
  return (
    <fieldset data-theme-choice hidden suppressHydrationWarning className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <legend className="float-left mr-4">Display</legend>
      {CHOICES.map(({ value, label }) => (
        <label key={value} className="inline-flex min-h-6 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name="theme"
            value={value}
            defaultChecked={value === "device"}
            className="accent-primary"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const CHOICES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "device", label: "Match my device" },
];
