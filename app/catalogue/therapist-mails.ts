export const MAIL_CHOICES = ["none", "each", "evening"] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/**
 * Which mails a therapist has about their own appointments: each one, or one in the evening with tomorrow's. An empty
 * address gets none. `whenEmpty`: in the evening also when nothing is booked.
 */
export type TherapistMails = { address: string; choice: MailChoice; whenEmpty: boolean };
