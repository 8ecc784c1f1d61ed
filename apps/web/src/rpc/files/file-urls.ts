import { type Family, MODELOS, type TipoNota } from "@malote/syntax";
/** URLs of the files of spec §7. The browser sends the session cookie; no token goes in a URL. */
export function xmlHref(notaId: string): string {
  return `/Services/downloadDFe?id=${encodeURIComponent(notaId)}`;
}

export function anexoHref(anexoId: string): string {
  return `/Services/downloadEmailAnexo?id=${encodeURIComponent(anexoId)}`;
}

/** The original message, as received. */
export function emailHref(emailId: string): string {
  return `/Services/downloadEmailAnexo?emailId=${encodeURIComponent(emailId)}`;
}

/** The endpoint of the printed form of each family (spec §7); both serve every type. */
const PRINTED_FORM_ENDPOINTS: Readonly<Record<Family, string>> = {
  nfe: "downloadDanfe",
  cte: "downloadDacte",
  mdfe: "downloadDanfe",
};

/** The printed form (PDF) of a document; the browser displays it. */
export function printedFormHref({ id, tipoNota }: { id: string; tipoNota: TipoNota }): string {
  return `/Services/${PRINTED_FORM_ENDPOINTS[MODELOS[tipoNota].family]}?id=${encodeURIComponent(id)}`;
}

/** An evento: its XML or its printed form. */
export function eventoHref(eventoId: string, format: "xml" | "pdf"): string {
  return `/Services/downloadEvento?id=${encodeURIComponent(eventoId)}${format === "pdf" ? "&formato=pdf" : ""}`;
}

/** The imported file, as sent. */
export function importacaoHref(importacaoId: string): string {
  return `/Services/downloadArquivoImportacao?id=${encodeURIComponent(importacaoId)}`;
}

export function exportacaoHref(exportacaoId: string): string {
  return `/Services/downloadExportacao?id=${encodeURIComponent(exportacaoId)}`;
}

export function repositorioHref(downloadId: string): string {
  return `/Services/downloadRepositorio?id=${encodeURIComponent(downloadId)}`;
}

export function logoHref(empresaId: string): string {
  return `/Services/downloadLogo?id=${encodeURIComponent(empresaId)}`;
}

/** Starts the download of a file, as a click on its link does: the page stays. name: of the saved file. */
export function downloadFile(href: string, name?: string): void {
  const link = document.createElement("a");
  link.href = href;
  if (name !== undefined) link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Saves content that the browser already has. */
export function saveFile(content: Blob, name: string): void {
  const href = URL.createObjectURL(content);
  downloadFile(href, name);
  // The browser reads the address after the click returns.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
