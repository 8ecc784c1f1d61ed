import { queryOptions } from "@tanstack/react-query";
import { xmlHref } from "./arquivos.ts";
import { FalhaComunicacao, SessaoEncerrada } from "./falhas.ts";
import { endSession, getToken } from "./session.ts";

/** The text of a document's XML, by the same address that downloads it. */
export function xmlQuery(notaId: string) {
  return queryOptions({
    queryKey: ["xml", notaId],
    queryFn: ({ signal }) => fetchXml(notaId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function fetchXml(notaId: string, signal: AbortSignal): Promise<string> {
  let response: Response;
  try {
    const token = getToken();
    const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` };
    response = await fetch(xmlHref(notaId), { credentials: "same-origin", headers, signal });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new FalhaComunicacao(cause);
  }
  // Without a session the file address leads to the sign-in page.
  if (response.status === 401 || response.redirected) {
    endSession();
    throw new SessaoEncerrada();
  }
  if (!response.ok) throw new FalhaComunicacao();
  return readXml(new Uint8Array(await response.arrayBuffer()));
}

/** XML says its own encoding in its first line; the address does not. */
function readXml(bytes: Uint8Array): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 120));
  const encoding = /encoding\s*=\s*["']([\w-]+)["']/i.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
