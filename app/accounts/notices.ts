/** What a person is told about their account. The first block is the specification's section 8, word for word. */
export const NOTICES = {
  incomplete: "Please fill in all fields",
  signedUp: "Account created successfully!",
  signedIn: "Logged in successfully!",
  noRecord: "User data not found!",
  resetAddressMissing: "Please enter your email address",
  resetSent: "Password reset email sent!",
  resetFailed: "Error sending reset email",

  // One sentence for an unknown address and a wrong password: the answer tells nobody who has an account.
  wrongCredentials: "Email or password is incorrect",
  wrongPassword: "Your current password is incorrect",
  wrongCode: "That code is not right, or it has expired. Enter the newest one",
  tooMany: "Too many attempts. Wait a few minutes and try again",
  deadLink: "This link has been used or has expired. Ask for a new one",
  passwordChanged: "Your password has been changed. Log in with the new one",
  saved: "Saved.",
  checkInbox: "We have sent a link to that address. Open it to confirm the address is yours",
  addressConfirmed: "Thank you. Your e-mail address is confirmed",
  sessionsEnded: "You are signed out everywhere else",
  sessionEnded: "That session has been ended",
  accountDeleted: "Your account has been deleted",
  disabled: "This account has been disabled. Please get in touch with us",
  notYourself: "This is your own account. Another admin can disable it",
  lastAdmin: "This is the only admin. Make somebody else an admin first",
} as const;
