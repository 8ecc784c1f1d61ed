/** The address of the server's login on the database of an owner: one login for all databases of a run. */
export function loginOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = "malote_login";
  url.password = "dos-testes";
  return url.href;
}
