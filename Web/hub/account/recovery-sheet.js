let codes = null;

/** Recovery codes between the moment they are made and the moment they are kept: in memory only, and gone once they are. */
export const recoverySheet = {
  show(made) { codes = made; },
  get current() { return codes; },
  putAway() { codes = null; },
};
