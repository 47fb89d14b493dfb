type From = { loaderHeaders: Headers; actionHeaders: Headers };

/** The headers of a page with a message form, from its loader and its action. */
export function messageHeaders({ loaderHeaders, actionHeaders }: From): Headers {
  const headers = new Headers(loaderHeaders);
  for (const [name, value] of actionHeaders) headers.append(name, value);
  return headers;
}
