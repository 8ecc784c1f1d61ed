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
