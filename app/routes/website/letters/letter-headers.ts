type From = { loaderHeaders: Headers; actionHeaders: Headers };

/** The headers of a page with a letter's form: what its loader and its action said. */
export function letterHeaders({ loaderHeaders, actionHeaders }: From): Headers {
  const headers = new Headers(loaderHeaders);
  for (const [name, value] of actionHeaders) headers.append(name, value);
  return headers;
}
