/** The page after sign-in, unless the address requests another. */
export const DEFAULT_PAGE = "/painel";

/** Longer than any address of this application, and short enough for every browser. */
const ADDRESS_MAX = 4_096;
/** Backslashes and control characters, raw or escaped: browsers read them as slashes or drop them. */
const UNSAFE_CHARACTERS = /[\\\p{Cc}\p{Zl}\p{Zp}]/u;
/** A placeholder origin that no real address can have. */
const ORIGIN = "http://malote.invalid";

/** The page to return to: a path of this origin as `URL` parses it, or else the default page. */
export function readReturnAddress(params: URLSearchParams): string {
  const address = params.get("voltar") ?? "";
  if (address.length > ADDRESS_MAX || !address.startsWith("/") || !URL.canParse(address, ORIGIN))
    return DEFAULT_PAGE;
  const url = new URL(address, ORIGIN);
  const path = decode(url.pathname);
  if (
    url.origin !== ORIGIN ||
    path === null ||
    UNSAFE_CHARACTERS.test(address) ||
    UNSAFE_CHARACTERS.test(path)
  )
    return DEFAULT_PAGE;
  // "/..//host" and "/%2f/host" become "//host", which a browser resolves to another origin.
  if (path.startsWith("//") || url.pathname.startsWith("//") || path === "/login") return DEFAULT_PAGE;
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
export function isFileAddress(address: string): boolean {
  return address.startsWith("/Services/");
}
