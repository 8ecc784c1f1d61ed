import type { CartaDe } from "../services/envio/envio.rules.ts";
import { writeConteudo } from "./cartas.ts";
import type { Papel } from "./conteudo.ts";
import { layHtml } from "./layout-html.ts";
import { layTexto } from "./layout-texto.ts";

/** A letter as it leaves: both parts say the same. */
export type CartaEscrita = { assunto: string; texto: string; html: string };

/** Writes a letter from its facts. */
export function writeCarta(carta: CartaDe, papel: Papel): CartaEscrita {
  const conteudo = writeConteudo(carta, papel);
  return { assunto: conteudo.assunto, texto: layTexto(conteudo), html: layHtml(conteudo) };
}
