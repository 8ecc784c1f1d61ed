/** Where one lands after signing in, unless one was going somewhere. */
export const ENTRADA = "/painel";

/** The page to go back to: only an address of this site, or the entrance. */
export function readVoltar(params: URLSearchParams): string {
  const voltar = params.get("voltar") ?? "";
  if (!/^\/(?![/\\])/.test(voltar) || /[\r\n\t]/.test(voltar)) return ENTRADA;
  const url = new URL(voltar, "http://malote.invalid");
  if (url.host !== "malote.invalid" || url.pathname === "/login") return ENTRADA;
  return url.pathname + url.search + url.hash;
}

/** Says whether the address is a file, which the browser fetches and no page shows. */
export function isArquivo(endereco: string): boolean {
  return endereco.startsWith("/Services/");
}
