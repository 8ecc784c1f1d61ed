import { type Family, splitChaveAcesso } from "@malote/syntax";
import { child, type FoundElement, text } from "../soap/elements.ts";
import {
  openEnvelope,
  type RawResponse,
  required,
  requiredCStat,
  type SoapContent,
  type SoapRequest,
  wrapEnvelope,
} from "../soap/envelope.ts";
import { assertSameSubject } from "../soap/same-subject.ts";
import { retryDelayOf } from "../tables/cstat-consulta.ts";
import { isRegistrado, subjectOfEvento } from "../tables/cstat-evento.ts";
import { LAYOUTS, type Layout } from "../tables/layouts.ts";
import { OWN_EVENTOS } from "../tables/own-eventos.ts";
import { familyOfModelo } from "../tables/services.ts";
import { SefazOutage } from "../transport/outage.ts";
import type { SignedEvento } from "./evento.ts";

/** `evento`: SEFAZ registered the evento (134, 135, 136, 155) or refused it (any other cStat);
 * `procEvento` binds it with SEFAZ's response, null if refused. `servico`: the cStat is about the
 * service, the message or the certificate; `retryAfterMs` is null when sending it again cannot help. */
export type EventoResponse =
  | {
      kind: "evento";
      cStat: string;
      xMotivo: string;
      protocolo: string | null;
      dataRegistro: string | null;
      procEvento: Uint8Array | null;
    }
  | { kind: "servico"; cStat: string; xMotivo: string; retryAfterMs: number | null };

const LOTE_PROCESSED = "128";
// A lote holds one evento, so that a refused one never delays another. SEFAZ ignores the number.
const ID_LOTE = "1";

/** Puts a signed evento into its message: envEvento 1.00 for NF-e, the eventoCTe alone for CT-e. The
 * signed bytes do not change.
 * @throws RangeError for a family without eventos here
 * @source leiauteEvento_v1.00.xsd, TEnvEvento; eventoCTe_v4.00.xsd */
export function wrapEvento(evento: SignedEvento): SoapRequest {
  const { modelo, cUF } = splitChaveAcesso(evento.chave);
  const family = familyOfModelo(modelo);
  const { ns, eventoVersion, eventoForm } = LAYOUTS[family];
  const signedXml = new TextDecoder().decode(evento.xml);
  const payload =
    eventoForm === "lote"
      ? `<envEvento xmlns="${ns}" versao="${eventoVersion}"><idLote>${ID_LOTE}</idLote>${signedXml}</envEvento>`
      : signedXml;
  const { servico } = OWN_EVENTOS[evento.tpEvento];
  return wrapEnvelope({ family, servico, payload, cUF });
}

/** Reads retEnvEvento or retEventoCTe.
 * @throws SefazOutage also when the response is about another key, evento or ambiente
 * @source leiauteEvento_v1.00.xsd, TRetEnvEvento; eventoCTeTiposBasico_v4.00.xsd, TRetEvento */
export function readEventoResponse(response: RawResponse, evento: SignedEvento): EventoResponse {
  const family = familyOfModelo(splitChaveAcesso(evento.chave).modelo);
  const layout = LAYOUTS[family];
  const isLote = layout.eventoForm === "lote";
  const { element, sliceOf } = openEnvelope(response, isLote ? "retEnvEvento" : layout.retEvento);
  if (!isLote) return readRetEvento({ ret: element, sliceOf, family }, evento);
  assertSameSubject([element], evento, layout);
  const cStat = requiredCStat(element);
  if (cStat !== LOTE_PROCESSED) return toServiceResponse(cStat, text(element, "xMotivo"));
  return readRetEvento({ ret: child(element, layout.retEvento), sliceOf, family }, evento);
}

type ReadContext = { ret: FoundElement; sliceOf: SoapContent["sliceOf"]; family: Family };

function readRetEvento({ ret, sliceOf, family }: ReadContext, evento: SignedEvento): EventoResponse {
  const layout = LAYOUTS[family];
  const inf = child(ret, "infEvento");
  const cStat = requiredCStat(inf);
  const xMotivo = text(inf, "xMotivo") ?? "";
  if (subjectOfEvento(cStat, family) === "servico") return toServiceResponse(cStat, xMotivo);
  assertSameSubject([inf], evento, layout);
  assertSameEvento(inf, evento);
  const registered = isRegistrado(cStat);
  return {
    kind: "evento",
    cStat,
    xMotivo,
    protocolo: registered ? required(inf, "nProt") : text(inf, "nProt"),
    dataRegistro: text(inf, "dhRegEvento"),
    procEvento: registered ? bindProc(evento, ret ? sliceOf(ret) : "", layout) : null,
  };
}

function toServiceResponse(cStat: string, xMotivo: string | null): EventoResponse {
  return { kind: "servico", cStat, xMotivo: xMotivo ?? "", retryAfterMs: retryDelayOf(cStat) };
}

function assertSameEvento(inf: FoundElement, { tpEvento, nSeqEvento }: SignedEvento): void {
  const otherType = (text(inf, "tpEvento") ?? tpEvento) !== tpEvento;
  const otherSequence = Number(text(inf, "nSeqEvento") ?? nSeqEvento) !== nSeqEvento;
  if (otherType || otherSequence)
    throw new SefazOutage("resposta-de-outra-chave", `requested evento ${tpEvento} ${nSeqEvento}`);
}

/** Binds both as procEventoNFe or procEventoCTe without changing their bytes; the new root declares the
 * inherited namespace.
 * @throws SefazOutage resposta-ilegivel when the response's elements have prefixes, which only the
 * envelope declares */
function bindProc(evento: SignedEvento, retEvento: string, layout: Layout): Uint8Array {
  const { procEvento, ns, eventoVersion } = layout;
  if (!retEvento.startsWith(`<${layout.retEvento}`))
    throw new SefazOutage("resposta-ilegivel", "a retEvento with a prefix");
  const signedXml = new TextDecoder().decode(evento.xml);
  return new TextEncoder().encode(
    `<${procEvento} xmlns="${ns}" versao="${eventoVersion}">${signedXml}${retEvento}</${procEvento}>`,
  );
}
