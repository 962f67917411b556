import { Problem } from "../kit/problem.js";

export const passkeysPath = "/v1/users/me/passkeys";

/** Whether this browser can hold and use passkeys here. */
export const passkeysWork = () => typeof PublicKeyCredential === "function" && isSecureContext;

/** Asks the device for an assertion over a challenge of the server. Null when the person thought better of it. */
async function assertion(options) {
  const { publicKey } = unpack(options);
  let credential;
  try { credential = await navigator.credentials.get({ publicKey }); } catch (refusal) { return given(refusal); }
  const { response } = credential;
  return { id: credential.id, raw_id: pack(credential.rawId), type: credential.type, response: {
    client_data_json: pack(response.clientDataJSON), authenticator_data: pack(response.authenticatorData), signature: pack(response.signature), user_handle: response.userHandle ? pack(response.userHandle) : null } };
}

/** Signs in without an address or a password. Null when the person thought better of it. */
export async function signInWithPasskey(client) {
  const { data } = await client.post("/v1/auth/passkeys/options", {}, { anonymous: true, feature: "passkeys" });
  const proof = await assertion(data);
  if (!proof) return null;
  return (await client.post("/v1/auth/passkeys/verify", { challenge_token: data.challenge_token, credential: proof }, { anonymous: true, feature: "passkeys" })).data;
}

/** Meets the second factor of a sign-in with a passkey. */
export async function meetWithPasskey(client, open) {
  const { data } = await client.post("/v1/auth/mfa/passkey/options", { mfa_token: open.token }, { anonymous: true, feature: "passkeys" });
  const proof = await assertion(data);
  if (!proof) return null;
  return (await client.post("/v1/auth/mfa/verify", { mfa_token: open.token, passkey: proof }, { anonymous: true })).data;
}

/** Makes a passkey on this device for the person who is signed in. False when they thought better of it. */
export async function addPasskey(client) {
  const { data } = await client.post(`${passkeysPath}/options`, {}, { feature: "passkeys" });
  const { publicKey } = unpack(data);
  let credential;
  try { credential = await navigator.credentials.create({ publicKey }); } catch (refusal) { return given(refusal) ?? false; }
  const { response } = credential;
  await client.post(passkeysPath, { challenge_token: data.challenge_token, credential: { id: credential.id, raw_id: pack(credential.rawId), type: credential.type, response: {
    client_data_json: pack(response.clientDataJSON), attestation_object: pack(response.attestationObject), transports: response.getTransports?.() ?? [] } } }, { feature: "passkeys" });
  return true;
}

/** A closed window of the browser is no error; a key that is there already is one to be told. */
function given(refusal) {
  if (refusal.name === "NotAllowedError" || refusal.name === "AbortError") return null;
  throw new Problem(400, refusal.name === "InvalidStateError" ? "passkey_exists" : "passkey_failed");
}

/** Options of the server as the browser wants them: base64url becomes bytes where the standard has bytes. */
function unpack({ public_key: options }) {
  const publicKey = { ...options, challenge: bytes(options.challenge) };
  if (options.user) publicKey.user = { ...options.user, id: bytes(options.user.id) };
  for (const list of ["allowCredentials", "excludeCredentials"]) if (options[list]) publicKey[list] = options[list].map((one) => ({ ...one, id: bytes(one.id) }));
  return { publicKey };
}

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
const pack = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
