import type { CartaDe } from "../services/envio/envio.rules.ts";
import { writeConteudo } from "./cartas.ts";
import type { Papel } from "./conteudo.ts";
import { layHtml } from "./layout-html.ts";
import { layTexto } from "./layout-texto.ts";

/** A written e-mail; the text and HTML parts have the same content. */
export type CartaEscrita = { assunto: string; texto: string; html: string };

/** Writes an e-mail from its data. */
export function writeCarta(carta: CartaDe, papel: Papel): CartaEscrita {
  const conteudo = writeConteudo(carta, papel);
  return { assunto: conteudo.assunto, texto: layTexto(conteudo), html: layHtml(conteudo) };
}
