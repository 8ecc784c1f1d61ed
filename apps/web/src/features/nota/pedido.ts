import type { Nota } from "../../rpc/queries.ts";
import { nota as textos } from "../../textos/nota.ts";
import { nomeOf } from "./marcas.ts";

const ENDERECO = /[^\s<>,;:"']+@[^\s<>,;:"']+/;

/** A letter that asks for the original XML: its `mailto:` address, and whom it goes to; null when no sender is known. */
export function pedidoOf(nota: Nota): { href: string; para: string | null } {
  const nome = nomeOf(nota);
  const para = senderOf(nota);
  const subject = encodeURIComponent(textos.pedirAssunto(nome, nota.chaveAcesso));
  const body = encodeURIComponent(textos.pedirCorpo(nome, nota.chaveAcesso));
  // RFC 6068: only the "@" stands as it is.
  const to = para === null ? "" : encodeURIComponent(para).replaceAll("%40", "@");
  return { href: `mailto:${to}?subject=${subject}&body=${body}`, para };
}

/** Who sent the copy that is held; before those who sent another. */
function senderOf({ origens }: Nota): string | null {
  const held = origens.filter(({ destino }) => destino === "quarentena" || destino === "nota");
  for (const { remetente } of [...held, ...origens]) {
    const endereco = ENDERECO.exec(remetente)?.[0];
    if (endereco) return endereco;
  }
  return null;
}
