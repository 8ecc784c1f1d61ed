/**
 * Returns the URL of the server's login on the owner's database. All databases of a run share one
 * login.
 */
export function loginUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = "malote_login";
  url.password = "dos-testes";
  return url.href;
}
