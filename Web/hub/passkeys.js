import { Problem } from "../kit/problem.js";

export const passkeysPath = "/v1/users/me/passkeys";

/** Whether this browser can hold and use passkeys here. */
export const passkeysWork = () => typeof PublicKeyCredential === "function" && isSecureContext;

/** Asks the device to prove itself over a challenge of the server. Null when the person thought better of it. */
async function assertion(client) {
  const { data } = await client.post("/v1/auth/passkeys/options", {}, { anonymous: true, feature: "passkeys" });
  let credential;
  try { credential = await navigator.credentials.get({ publicKey: unpack(data) }); } catch (refusal) { return given(refusal); }
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  return { id: credential.id, type: credential.type, response: {
    clientDataJSON: pack(clientDataJSON), authenticatorData: pack(authenticatorData), signature: pack(signature), ...userHandle && { userHandle: pack(userHandle) } } };
}

/** Signs in without an address or a password: the passkey says whose it is. Null when the person thought better of it. */
export async function signInWithPasskey(client) {
  const proof = await assertion(client);
  return proof && (await client.post("/v1/auth/passkeys", proof, { anonymous: true, feature: "passkeys" })).data;
}

/** Meets the second factor of a sign-in with a passkey. Null when the person thought better of it. */
export async function meetWithPasskey(client, open) {
  const credential = await assertion(client);
  return credential && (await client.post("/v1/auth/mfa/passkey", { mfa_token: open.token, credential }, { anonymous: true, feature: "passkeys" })).data;
}

/** Makes a passkey on this device for the person who is signed in. False when they thought better of it. */
export async function addPasskey(client, name) {
  const { data } = await client.post(`${passkeysPath}/options`, {}, { feature: "passkeys" });
  let credential;
  try { credential = await navigator.credentials.create({ publicKey: unpack(data) }); } catch (refusal) { return given(refusal) ?? false; }
  const { clientDataJSON, attestationObject } = credential.response;
  await client.post(passkeysPath, { name, id: credential.id, type: credential.type, response: { clientDataJSON: pack(clientDataJSON), attestationObject: pack(attestationObject) } }, { feature: "passkeys" });
  return true;
}

/** A closed window of the browser is no error; a key that is there already is one to be told. */
function given(refusal) {
  if (refusal.name === "NotAllowedError" || refusal.name === "AbortError") return null;
  throw new Problem(400, refusal.name === "InvalidStateError" ? "passkey_exists" : "passkey_failed");
}

/** Options of the server, WebAuthn's JSON form, as the browser wants them: bytes where the text has base64url. */
function unpack(options) {
  const publicKey = { ...options, challenge: bytes(options.challenge) };
  if (options.user) publicKey.user = { ...options.user, id: bytes(options.user.id) };
  for (const list of ["allowCredentials", "excludeCredentials"]) if (options[list]) publicKey[list] = options[list].map((one) => ({ ...one, id: bytes(one.id) }));
  return publicKey;
}

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
const pack = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
