import type { XmlElement } from "@malote/dfe";
import {
  child,
  children,
  declaredNamespace,
  descendant,
  type FoundElement,
  text,
  textOf,
} from "../soap/elements.ts";
import { required, type SoapContent } from "../soap/envelope.ts";
import type { Layout } from "../tables/layouts.ts";
import { SefazOutage } from "../transport/outage.ts";

/** An evento that SEFAZ links to the document. `data` is when it was registered, else its dhEvento; ISO
 * with its own offset. `xml` is its procEventoNFe, procEventoCTe or procEventoMDFe as received; only an
 * inherited `xmlns` is added. */
export type EventoSefaz = {
  tpEvento: string;
  nSeqEvento: string;
  descEvento: string;
  protocolo: string | null;
  data: string | null;
  xml: Uint8Array;
};

/** The infEvento of every evento in a response; each has its key and ambiente. */
export function infEventosOf(ret: XmlElement, layout: Layout): FoundElement[] {
  return procsOf(ret, layout).map((proc) => infOf(proc, layout));
}

/** A response with more eventos is not read: 4 MB hold 2 000 of 2 kB. */
export const EVENTOS_MAX = 2_000;

/** Reads the eventos in a consulta response, in order.
 * @throws SefazOutage resposta-ilegivel when a required field is absent; resposta-grande-demais when
 * there are too many */
export function readEventos({ element: ret, sliceOf }: SoapContent, layout: Layout): EventoSefaz[] {
  const procs = procsOf(ret, layout);
  if (procs.length > EVENTOS_MAX) throw new SefazOutage("resposta-grande-demais", `${procs.length} eventos`);
  const inheritsNamespace = declaredNamespace(ret) === layout.ns;
  return procs.map((proc) => {
    const inf = infOf(proc, layout);
    const registration = child(child(proc, layout.retEvento), "infEvento");
    const xml = sliceOf(proc);
    return {
      tpEvento: required(inf, "tpEvento"),
      nSeqEvento: required(inf, "nSeqEvento"),
      descEvento: descEventoOf(inf) ?? text(registration, "xEvento") ?? "",
      protocolo: text(registration, "nProt"),
      data: text(registration, "dhRegEvento") ?? text(inf, "dhEvento"),
      xml: new TextEncoder().encode(
        inheritsNamespace && declaredNamespace(proc) === null ? withNamespace(xml, layout) : xml,
      ),
    };
  });
}

// In CT-e and MDF-e, an outer element of the same name may wrap the procEvento.
function procsOf(ret: XmlElement, { procEvento }: Layout): XmlElement[] {
  return children(ret, procEvento).map((proc) => children(proc, procEvento)[0] ?? proc);
}

function infOf(proc: XmlElement, layout: Layout): FoundElement {
  return child(child(proc, layout.evento), "infEvento");
}

// NF-e: detEvento/descEvento; CT-e and MDF-e: detEvento/evCancCTe/descEvento, the middle name differing
// by tpEvento.
function descEventoOf(inf: FoundElement): string | null {
  const descEvento = descendant(child(inf, "detEvento"), "descEvento", 1);
  return descEvento && textOf(descEvento);
}

// @NOTE most authorizers declare xmlns on each procEvento, some only on the response above it. Prefixes
// of the envelope are not added: they were not in scope when the evento was signed, and C14N would render
// them.
function withNamespace(xml: string, { procEvento, ns }: Layout): string {
  const startTag = `<${procEvento}`;
  return xml.startsWith(startTag) ? `${startTag} xmlns="${ns}"${xml.slice(startTag.length)}` : xml;
}
