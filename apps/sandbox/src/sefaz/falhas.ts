/** How the State may fail: paused (108), silent, an HTML page with status 500, a SOAP fault, or just slow. */
export const FALHAS_SEFAZ = [
  "nenhuma",
  "fora-do-ar",
  "sem-resposta",
  "html-500",
  "soap-fault",
  "lenta",
] as const;
export type FalhaSefaz = (typeof FALHAS_SEFAZ)[number];

/** How long a slow State thinks. */
export const LENTA_MS = 4_000;

export const PAGINA_500 =
  "<!DOCTYPE html><html><head><title>Runtime Error</title></head><body><h1>Server Error in '/' Application.</h1></body></html>";
