import { splitChaveAcesso } from "@malote/syntax";
import {
  type Conteudo,
  openEnvelope,
  type Pedido,
  type Recebido,
  required,
  requiredCStat,
  wrapEnvelope,
} from "./envelope.ts";
import type { EventoPronto } from "./evento.ts";
import { SefazOutage } from "./outage.ts";
import { assertSameQuestion } from "./same-question.ts";
import { esperaOfCStat } from "./tables/cstat-consulta.ts";
import { assuntoDoEvento, isRegistrado } from "./tables/cstat-evento.ts";
import { EVENTOS_NOSSOS } from "./tables/eventos-nossos.ts";
import { LEIAUTES, type Leiaute } from "./tables/leiautes.ts";
import { type Familia, familiaOfModelo } from "./tables/servicos.ts";
import { child, type Elemento, sliceOf, text } from "./xml.ts";

/** `evento`: SEFAZ spoke of the evento; 134, 135, 136 and 155 registered it, every other cStat refused it. `procEvento` is our evento
 * with SEFAZ's answer to it, as the State's layout binds them; null when it was refused. `servico`: SEFAZ spoke of itself, of the
 * message or of the certificate, and the evento is where it was; `retryAfterMs` is null when sending it again is no cure. */
export type RespostaEvento =
  | {
      kind: "evento";
      cStat: string;
      xMotivo: string;
      protocolo: string | null;
      dataRegistro: string | null;
      procEvento: Uint8Array | null;
    }
  | { kind: "servico"; cStat: string; xMotivo: string; retryAfterMs: number | null };

const LOTE_PROCESSADO = "128";
// A lote holds one evento, so that one refused never costs another its turn; its number means nothing to anyone.
const ID_LOTE = "1";

/** Puts a signed evento into its message: envEvento 1.00 for NF-e, the eventoCTe alone for CT-e. The signed bytes are not touched.
 * @throws RangeError for a family that takes no evento of ours
 * @source leiauteEvento_v1.00.xsd, TEnvEvento; eventoCTe_v4.00.xsd */
export function wrapEvento(evento: EventoPronto): Pedido {
  const { modelo, cUF } = splitChaveAcesso(evento.chave);
  const familia = familiaOfModelo(modelo);
  const { ns, versaoEvento } = LEIAUTES[familia];
  const assinado = new TextDecoder().decode(evento.xml);
  const payload =
    familia === "nfe"
      ? `<envEvento xmlns="${ns}" versao="${versaoEvento}"><idLote>${ID_LOTE}</idLote>${assinado}</envEvento>`
      : assinado;
  const { servico } = EVENTOS_NOSSOS[evento.tpEvento];
  return wrapEnvelope({ familia, servico, payload, cUF });
}

/** Reads retEnvEvento, or retEventoCTe.
 * @throws SefazOutage also when the answer is about another key, evento or ambiente
 * @source leiauteEvento_v1.00.xsd, TRetEnvEvento; eventoCTeTiposBasico_v4.00.xsd, TRetEvento */
export function readRespostaEvento(recebido: Recebido, evento: EventoPronto): RespostaEvento {
  const familia = familiaOfModelo(splitChaveAcesso(evento.chave).modelo);
  const leiaute = LEIAUTES[familia];
  const conteudo = openEnvelope(recebido, familia === "nfe" ? "retEnvEvento" : leiaute.retEvento);
  const { elemento } = conteudo;
  if (familia !== "nfe") return readRetEvento({ conteudo, ret: elemento, familia }, evento);
  assertSameQuestion([elemento], evento, leiaute);
  const cStat = requiredCStat(elemento);
  if (cStat !== LOTE_PROCESSADO) return toServico(cStat, text(elemento, "xMotivo"));
  return readRetEvento({ conteudo, ret: child(elemento, leiaute.retEvento), familia }, evento);
}

type Lido = { conteudo: Conteudo; ret: Elemento; familia: Familia };

function readRetEvento({ conteudo, ret, familia }: Lido, evento: EventoPronto): RespostaEvento {
  const leiaute = LEIAUTES[familia];
  const inf = child(ret, "infEvento");
  const cStat = requiredCStat(inf);
  const xMotivo = text(inf, "xMotivo") ?? "";
  if (assuntoDoEvento(cStat, familia) === "servico") return toServico(cStat, xMotivo);
  assertSameQuestion([inf], evento, leiaute);
  assertSameEvento(inf, evento);
  const registrado = isRegistrado(cStat);
  return {
    kind: "evento",
    cStat,
    xMotivo,
    protocolo: registrado ? required(inf, "nProt") : text(inf, "nProt"),
    dataRegistro: text(inf, "dhRegEvento"),
    procEvento: registrado ? bindProc(evento, sliceOf(ret, conteudo.texto), leiaute) : null,
  };
}

function toServico(cStat: string, xMotivo: string | null): RespostaEvento {
  return { kind: "servico", cStat, xMotivo: xMotivo ?? "", retryAfterMs: esperaOfCStat(cStat) };
}

function assertSameEvento(inf: Elemento, { tpEvento, nSeqEvento }: EventoPronto): void {
  const outroTipo = (text(inf, "tpEvento") ?? tpEvento) !== tpEvento;
  const outraVez = Number(text(inf, "nSeqEvento") ?? nSeqEvento) !== nSeqEvento;
  if (outroTipo || outraVez)
    throw new SefazOutage("resposta-de-outra-chave", `asked evento ${tpEvento} ${nSeqEvento}`);
}

/** Binds both as procEventoNFe or procEventoCTe: neither's bytes change, and what the answer inherited of its envelope is that of the
 * new root.
 * @throws SefazOutage resposta-ilegivel when the answer's elements have prefixes, and so cannot leave their envelope */
function bindProc(evento: EventoPronto, retEvento: string, leiaute: Leiaute): Uint8Array {
  const { procEvento, ns, versaoEvento } = leiaute;
  if (!retEvento.startsWith(`<${leiaute.retEvento}`))
    throw new SefazOutage("resposta-ilegivel", "a retEvento with a prefix");
  const assinado = new TextDecoder().decode(evento.xml);
  return new TextEncoder().encode(
    `<${procEvento} xmlns="${ns}" versao="${versaoEvento}">${assinado}${retEvento}</${procEvento}>`,
  );
}
