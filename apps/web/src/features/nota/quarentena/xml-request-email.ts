import type { Nota } from "../../../rpc/documents/queries.ts";
import { supplierEmailTexts } from "../../../texts/nota/supplier-email.ts";
import { notaNameOf } from "../flags/flag-state.ts";

const { pedido: texts } = supplierEmailTexts;

const ADDRESS = /[^\s<>,;:"']+@[^\s<>,;:"']+/;

/**
 * The e-mail that asks for the original XML: its `mailto:` URL, and its recipient; null if no
 * sender is known.
 */
export function xmlRequestEmailOf(nota: Nota): { href: string; para: string | null } {
  const name = notaNameOf(nota);
  const para = senderOf(nota);
  const assunto = texts.assunto(name, nota.chaveAcesso);
  return { href: mailtoOf(para, { assunto, texto: texts.corpo(name, nota.chaveAcesso) }), para };
}

/** The `mailto:` URL of a prepared e-mail. */
export function mailtoOf(
  para: string | null,
  { assunto, texto }: { assunto: string; texto: string },
): string {
  // RFC 6068: only "@" stays unescaped.
  const to = para === null ? "" : encodeURIComponent(para).replaceAll("%40", "@");
  return `mailto:${to}?subject=${encodeURIComponent(assunto)}&body=${encodeURIComponent(texto)}`;
}

/** The sender of the kept copy (`quarentena` or `nota`); otherwise the sender of another copy. */
export function senderOf({ origens }: Nota): string | null {
  const held = origens.filter(({ destino }) => destino === "quarentena" || destino === "nota");
  for (const { remetente } of [...held, ...origens]) {
    const endereco = ADDRESS.exec(remetente)?.[0];
    if (endereco) return endereco;
  }
  return null;
}
