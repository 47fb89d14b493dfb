// Files by which a page asks this machine's root for something, and by which it hears what came of it. They say what is on
// this machine, so they are in no backup: its names begin with a dot. Nothing is imported here: install.sh reads it first.
export const UPDATE_REQUEST_FILE = ".update-requested";
export const ADDRESS_REQUEST_FILE = ".address-requested";
export const ADDRESS_OUTCOME_FILE = ".address-outcome.json";
