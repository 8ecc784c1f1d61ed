/** Addresses of the files of spec §7; the browser brings the cookie that opens them, no token goes in an address. */
export function xmlHref(notaId: string): string {
  return `/Services/downloadDFe?id=${encodeURIComponent(notaId)}`;
}

export function anexoHref(anexoId: string): string {
  return `/Services/downloadEmailAnexo?id=${encodeURIComponent(anexoId)}`;
}

/** The original message, as it came. */
export function emailHref(emailId: string): string {
  return `/Services/downloadEmailAnexo?emailId=${encodeURIComponent(emailId)}`;
}

/** The paper of a document, which the browser shows by itself. */
export function papelHref({ id, tipoNota }: { id: string; tipoNota: string }): string {
  const nome = tipoNota === "CTe" || tipoNota === "CTeOS" ? "downloadDacte" : "downloadDanfe";
  return `/Services/${nome}?id=${encodeURIComponent(id)}`;
}

/** An evento: its XML, or its paper. */
export function eventoHref(eventoId: string, formato: "xml" | "pdf"): string {
  return `/Services/downloadEvento?id=${encodeURIComponent(eventoId)}${formato === "pdf" ? "&formato=pdf" : ""}`;
}

/** The file that was sent, as it came. */
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

/** Follows the address of a file, as a press on its link would: the page stays. */
export function openArquivo(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  document.body.append(link);
  link.click();
  link.remove();
}
