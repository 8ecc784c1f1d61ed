import { queryOptions } from "@tanstack/react-query";
import { fetchFile } from "./fetch-file.ts";
import { xmlHref } from "./file-urls.ts";

/** The text of a document's XML, from the URL that also downloads it. */
export function xmlQuery(notaId: string) {
  return queryOptions({
    queryKey: ["xml", notaId],
    queryFn: async ({ signal }) => decodeXml(await fetchFile(xmlHref(notaId), signal)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Decodes XML by the encoding in its declaration; the HTTP header does not state it. */
function decodeXml(bytes: Uint8Array): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 120));
  const encoding = /encoding\s*=\s*["']([\w-]+)["']/i.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
