import { type Conteudo, required } from "./envelope.ts";
import { SefazOutage } from "./outage.ts";
import type { Leiaute } from "./tables/leiautes.ts";
import { attribute, child, children, descendant, type Elemento, sliceOf, text, textOf } from "./xml.ts";

/** An evento linked to the document at SEFAZ. `xml` is its procEventoNFe, procEventoCTe or procEventoMDFe as it came; only an
 * inherited `xmlns` is written into it, so that it stands alone. `data` is the registration's (else the evento's own), ISO
 * with its own offset. */
export type EventoSefaz = {
  tpEvento: string;
  nSeqEvento: string;
  descEvento: string;
  protocolo: string | null;
  data: string | null;
  xml: Uint8Array;
};

/** The infEvento of every evento in an answer, of which each says its key and ambiente. */
export function partesOfEvento(ret: Elemento, leiaute: Leiaute): Elemento[] {
  return procsOf(ret, leiaute).map((proc) => infOf(proc, leiaute));
}

/** An answer with more eventos than this is not read: 4 MB of them, of 2 kB each. */
export const EVENTOS_MAX = 2_000;

/** Reads the eventos that an answer to a consulta brings, in its order.
 * @throws SefazOutage resposta-ilegivel when one does not say what it is, resposta-grande-demais when there are too many */
export function readEventos({ elemento: ret, texto }: Conteudo, leiaute: Leiaute): EventoSefaz[] {
  const procs = procsOf(ret, leiaute);
  if (procs.length > EVENTOS_MAX) throw new SefazOutage("resposta-grande-demais", `${procs.length} eventos`);
  const herdaNs = attribute(ret, "xmlns") === leiaute.ns;
  return procs.map((proc) => {
    const inf = infOf(proc, leiaute);
    const registro = child(child(proc, leiaute.retEvento), "infEvento");
    const xml = sliceOf(proc, texto);
    return {
      tpEvento: required(inf, "tpEvento"),
      nSeqEvento: required(inf, "nSeqEvento"),
      descEvento: descEventoOf(inf) ?? text(registro, "xEvento") ?? "",
      protocolo: text(registro, "nProt"),
      data: text(registro, "dhRegEvento") ?? text(inf, "dhEvento"),
      xml: new TextEncoder().encode(
        herdaNs && attribute(proc, "xmlns") === null ? withNamespace(xml, leiaute) : xml,
      ),
    };
  });
}

// The answers of CT-e and MDF-e may hold the evento's own procEvento inside another of the same name.
function procsOf(ret: Elemento, { procEvento }: Leiaute): Elemento[] {
  return children(ret, procEvento).map((proc) => children(proc, procEvento)[0] ?? proc);
}

function infOf(proc: Elemento, leiaute: Leiaute): Elemento {
  return child(child(proc, leiaute.evento), "infEvento");
}

// NF-e: detEvento/descEvento; CT-e and MDF-e: detEvento/evCancCTe/descEvento, with a name for each tpEvento.
function descEventoOf(inf: Elemento): string | null {
  const descEvento = descendant(child(inf, "detEvento"), "descEvento", 1);
  return descEvento && textOf(descEvento);
}

// @NOTE authorizers differ: most declare xmlns on each procEvento, some leave it to the answer above. Prefixes of the
// envelope are not carried over: they were not in scope when the evento was signed, and C14N would render them.
function withNamespace(xml: string, { procEvento, ns }: Leiaute): string {
  const abertura = `<${procEvento}`;
  return xml.startsWith(abertura) ? `${abertura} xmlns="${ns}"${xml.slice(abertura.length)}` : xml;
}
