/** An e-mail address within a text, plain ASCII: a comma or an angle bracket would reach a second mailbox. */
export const EMAIL_ADDRESS = /[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+/;
