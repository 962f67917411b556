let open = null;

/**
 * A sign-in that waits for its second factor. It is in memory only: a page that is loaded anew begins at the password again, which costs a
 * sentence and keeps the token out of storage and out of addresses.
 */
export const challenge = {
  begin(answer, email) { open = { token: answer.mfa_token, methods: answer.methods ?? ["totp"], until: Date.now() + answer.expires_in * 1000, email, options: answer.passkey_options ?? null }; },
  get current() { return open && open.until > Date.now() ? open : null; },
  end() { open = null; },
};
