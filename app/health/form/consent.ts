type Consenting = { practice: string; adultYears: number; minorUntil: number };

/** What whoever consents reads, kept with each consent as they read it. */
export function consentWords({ practice, adultYears, minorUntil }: Consenting) {
  return {
    about: `Your health decides what is safe. Only the therapists who treat you can see your answers. They are kept for ${adultYears} years after your last appointment, a child’s until they are at least ${minorUntil}, in case of a claim. Then they are destroyed. You may withdraw your consent at any time.`,
    box: `I agree to ${practice} recording and using my health information to plan and give my treatment.`,
  };
}
