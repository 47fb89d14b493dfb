type Sent = { form: Record<string, string>; cookie?: string; headers?: Record<string, string> };

/** Posts a form as a browser does from our own page; redirects are not followed. */
export function send(url: string, path: string, { form, cookie, headers = {} }: Sent): Promise<Response> {
  const own = { "sec-fetch-site": "same-origin", origin: url, ...(cookie ? { cookie } : {}), ...headers };
  return fetch(url + path, { method: "POST", body: bodyOf(form), headers: own, redirect: "manual" });
}

export function bodyOf(form: Record<string, string>): URLSearchParams {
  return new URLSearchParams(form);
}
