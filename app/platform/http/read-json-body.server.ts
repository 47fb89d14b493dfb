/** A JSON body from a script or another program; null if it is not JSON or was cut off. */
export async function readJsonBody(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return null;
  }
}
