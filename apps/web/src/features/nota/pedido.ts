import type { Nota } from "../../rpc/queries.ts";
import { nota as textos } from "../../textos/nota.ts";
import { nomeOf } from "./marcas.ts";

const ENDERECO = /[^\s<>,;:"']+@[^\s<>,;:"']+/;

/**
 * The e-mail that asks for the original XML: its `mailto:` URL, and its recipient; null if no
 * sender is known.
 */
export function pedidoOf(nota: Nota): { href: string; para: string | null } {
  const nome = nomeOf(nota);
  const para = senderOf(nota);
  const subject = encodeURIComponent(textos.pedirAssunto(nome, nota.chaveAcesso));
  const body = encodeURIComponent(textos.pedirCorpo(nome, nota.chaveAcesso));
  // RFC 6068: only "@" stays unescaped.
  const to = para === null ? "" : encodeURIComponent(para).replaceAll("%40", "@");
  return { href: `mailto:${to}?subject=${subject}&body=${body}`, para };
}

/** The sender of the kept copy (`quarentena` or `nota`); otherwise the sender of another copy. */
function senderOf({ origens }: Nota): string | null {
  const held = origens.filter(({ destino }) => destino === "quarentena" || destino === "nota");
  for (const { remetente } of [...held, ...origens]) {
    const endereco = ENDERECO.exec(remetente)?.[0];
    if (endereco) return endereco;
  }
  return null;
}
