import type { Nota } from "../../../rpc/documents/queries.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { notaNameOf } from "../flags/flag-state.ts";

const ADDRESS = /[^\s<>,;:"']+@[^\s<>,;:"']+/;

/**
 * The e-mail that asks for the original XML: its `mailto:` URL, and its recipient; null if no
 * sender is known.
 */
export function xmlRequestEmailOf(nota: Nota): { href: string; para: string | null } {
  const name = notaNameOf(nota);
  const para = senderOf(nota);
  const subject = encodeURIComponent(texts.pedirAssunto(name, nota.chaveAcesso));
  const body = encodeURIComponent(texts.pedirCorpo(name, nota.chaveAcesso));
  // RFC 6068: only "@" stays unescaped.
  const to = para === null ? "" : encodeURIComponent(para).replaceAll("%40", "@");
  return { href: `mailto:${to}?subject=${subject}&body=${body}`, para };
}

/** The sender of the kept copy (`quarentena` or `nota`); otherwise the sender of another copy. */
function senderOf({ origens }: Nota): string | null {
  const held = origens.filter(({ destino }) => destino === "quarentena" || destino === "nota");
  for (const { remetente } of [...held, ...origens]) {
    const endereco = ADDRESS.exec(remetente)?.[0];
    if (endereco) return endereco;
  }
  return null;
}
