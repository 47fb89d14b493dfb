/** What whoever consents reads, kept with each consent as they read it. */
export function consentWords({ practice, adultYears }: { practice: string; adultYears: number }) {
  return {
    about: `Your health decides what is safe. Only the therapists who treat you can see your answers. They are kept for ${adultYears} years after your last appointment, in case of a claim. You may withdraw your consent at any time.`,
    box: `I agree to ${practice} recording and using my health information to plan and give my treatment.`,
  };
}
