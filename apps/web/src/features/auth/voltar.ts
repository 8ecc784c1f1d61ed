/** Where one lands after signing in, unless one was going somewhere. */
export const ENTRADA = "/painel";

/** Longer than any address of ours, and short enough for every browser. */
const VOLTAR_MAX = 4_096;
/** Backslashes and control characters, raw or escaped: browsers read them as slashes or drop them. */
const TRICKS = /[\\\p{Cc}\p{Zl}\p{Zp}]/u;
/** Any origin that no address can name. */
const ORIGIN = "http://malote.invalid";

/** The page to go back to: only a path of this origin as `URL` reads it, or the entrance. */
export function readVoltar(params: URLSearchParams): string {
  const voltar = params.get("voltar") ?? "";
  if (voltar.length > VOLTAR_MAX || !voltar.startsWith("/") || !URL.canParse(voltar, ORIGIN)) return ENTRADA;
  const url = new URL(voltar, ORIGIN);
  const path = decode(url.pathname);
  if (url.origin !== ORIGIN || path === null || TRICKS.test(voltar) || TRICKS.test(path)) return ENTRADA;
  // "/..//host" and "/%2f/host" become "//host", which is another origin when it is followed.
  if (path.startsWith("//") || url.pathname.startsWith("//") || path === "/login") return ENTRADA;
  return url.pathname + url.search + url.hash;
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

/** Says whether the address is a file, which the browser fetches and no page shows. */
export function isArquivo(endereco: string): boolean {
  return endereco.startsWith("/Services/");
}
