import type { CartaDe } from "../services/envio/envio.rules.ts";

/** In whose name a letter is written. urlBase: where its links lead; zona: whose clock its hours follow. */
export type Papel = { identificador: string; zona: string; urlBase: string };

export type CartaEscrita = { assunto: string; texto: string; html: string };

/** Writes a letter from its facts. */
export function writeCarta(carta: CartaDe, papel: Papel): CartaEscrita {
  const assunto = `${carta.modelo}: ${carta.dados.descricao}`;
  const texto = `${papel.urlBase}/caixaemail/${carta.dados.caixaId}`;
  return { assunto, texto, html: `<p>${texto}</p>` };
}
