import { Notice } from "#app/ui/notice.tsx";

export function TooLateNotice({ phone }: { phone: { href: string; label: string } }) {
  return (
    <Notice tone="warning" className="measure mt-8">
      It is too close to your appointment to change it online. Please call{" "}
      <a href={phone.href} className="prose-link font-[650]">
        {phone.label}
      </a>
      .
    </Notice>
  );
}
