/** The page after sign-in, unless the address requests another. */
export const ENTRADA = "/painel";

/** Longer than any address of this application, and short enough for every browser. */
const VOLTAR_MAX = 4_096;
/** Backslashes and control characters, raw or escaped: browsers read them as slashes or drop them. */
const TRICKS = /[\\\p{Cc}\p{Zl}\p{Zp}]/u;
/** A placeholder origin that no real address can have. */
const ORIGIN = "http://malote.invalid";

/** The page to return to: a path of this origin as `URL` parses it, or else the default page. */
export function readVoltar(params: URLSearchParams): string {
  const voltar = params.get("voltar") ?? "";
  if (voltar.length > VOLTAR_MAX || !voltar.startsWith("/") || !URL.canParse(voltar, ORIGIN)) return ENTRADA;
  const url = new URL(voltar, ORIGIN);
  const path = decode(url.pathname);
  if (url.origin !== ORIGIN || path === null || TRICKS.test(voltar) || TRICKS.test(path)) return ENTRADA;
  // "/..//host" and "/%2f/host" become "//host", which a browser resolves to another origin.
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

/** Whether the address is a file, which the browser downloads and no page shows. */
export function isArquivo(endereco: string): boolean {
  return endereco.startsWith("/Services/");
}
