// The passkey buttons.
for (const part of document.querySelectorAll("[data-passkey]")) {
  part.querySelector("button")?.addEventListener("click", () => run(part));
}

async function run(part) {
  const toast = part.querySelector("[data-toast]");
  const says = toast.querySelector("[role=alert]");
  toast.hidden = true;
  says.textContent = "";
  try {
    const field = (name) => part.querySelector(`[name=${name}]`)?.value ?? "";
    const { options } = await sent(part.dataset.challenges, { password: field("passkey-password") });
    const credential = await credentialFor(part.dataset.passkey, options);
    const name = field("passkey-name");
    const { to } = await sent(part.dataset.answers, { name, credential: credential.toJSON() });
    location.assign(to);
  } catch (error) {
    // The user closed the browser's own dialog: no message.
    if (error.name === "NotAllowedError" || error.name === "AbortError") return;
    toast.hidden = false;
    says.textContent = error.message;
  }
}

function credentialFor(purpose, options) {
  if (purpose === "add") {
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
  }
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}

async function sent(path, body) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.message ?? "That did not work. Try again.");
  return answer;
}
