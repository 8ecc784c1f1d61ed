import { DAY_MS, MODELOS, type Prefixo, ufOfCode } from "@malote/syntax";
import { CTE, type DocumentFamily, MDFE, NFE } from "../../document-generator/documento/document-family.ts";
import { writeProt } from "../../document-generator/documento/protocolo.ts";
import { element, leaf } from "../../document-generator/xml/write-xml.ts";
import {
  codigoDaPorta,
  dateTimeOf,
  findFormFault,
  isAmbiente,
  type MessageShape,
  readFields,
  writeResponseHeader,
} from "../message.ts";
import type { CStat } from "../motivos.ts";
import { documentStateOf, eventosOf, type RegisteredNota } from "../registered-documents.ts";
import { callerOf, type ServiceCall, type ServiceReply } from "../service-call.ts";
import type { SefazService } from "../services.ts";
import { QUERY_DAYS } from "../usage/misuse-rules.ts";
import { hasChaveShape, judgeChave, monthsSince } from "./chave.ts";
import { findSoapHeaderFault } from "./soap-header.ts";

type CampoChave = `ch${Prefixo}`;

/** Request and response of a document query in one family. */
type QueryLayout = {
  familia: DocumentFamily;
  modelo: string;
  forma: MessageShape<"tpAmb" | "xServ" | CampoChave>;
  chave: CampoChave;
  ret: string;
  /** The NF-e response repeats the key and has a time. */
  repeatsChave: boolean;
  misuseCStat: CStat;
};

function makeQueryLayout(
  familia: DocumentFamily,
  o: Pick<QueryLayout, "modelo" | "repeatsChave" | "misuseCStat"> & { sigla: Prefixo },
): QueryLayout {
  const chave: CampoChave = `ch${o.sigla}`;
  const { namespace, versao } = familia;
  const shape = { raiz: `consSit${o.sigla}`, namespace, versao, campos: ["tpAmb", "xServ", chave] as const };
  return { familia, forma: shape, chave, ret: `retConsSit${o.sigla}`, ...o };
}

const QUERY_LAYOUTS: Partial<Record<SefazService, QueryLayout>> = {
  NFeConsultaProtocolo4: makeQueryLayout(NFE, {
    modelo: MODELOS.NFe.modelo,
    sigla: "NFe",
    repeatsChave: true,
    misuseCStat: "656",
  }),
  CTeConsultaV4: makeQueryLayout(CTE, {
    modelo: MODELOS.CTe.modelo,
    sigla: "CTe",
    repeatsChave: false,
    misuseCStat: "678",
  }),
  MDFeConsulta: makeQueryLayout(MDFE, {
    modelo: MODELOS.MDFe.modelo,
    sigla: "MDFe",
    repeatsChave: false,
    misuseCStat: "678",
  }),
};

const QUERY_MONTHS = 6;
const STATE_CSTATS: Readonly<Record<ReturnType<typeof documentStateOf>, CStat>> = {
  autorizada: "100",
  cancelada: "101",
  encerrada: "132",
};
/** An authorization with alerts, as in the protocol itself.   @source NT 2026.002 */
const WITH_ALERTS: CStat = "120";
const KNOWN_CSTATS: readonly CStat[] = [...Object.values(STATE_CSTATS), WITH_ALERTS];

/** Returns the state of a document of any family. */
export function answerConsulta(call: ServiceCall): ServiceReply {
  const layout = QUERY_LAYOUTS[call.pedido.servico];
  if (!layout) throw new RangeError(`${call.pedido.servico} does not query a document`);
  const { familia } = layout;
  const campos = readFields(call.pedido.dadosMsg, layout.forma);
  const asked = campos?.[layout.chave] ?? "";
  const cStat = findFormFault(call) ?? findSoapHeaderFault(call) ?? judge(call, layout, campos);
  const chave = hasChaveShape(asked) ? asked : null;
  const cUF = chave && ufOfCode(chave.slice(0, 2)) ? chave.slice(0, 2) : codigoDaPorta(call);
  const known = KNOWN_CSTATS.includes(cStat) ? call.ledger.find(asked) : undefined;
  const modelo = call.porta?.modelo ?? layout.modelo;
  const xml = element(
    `${layout.ret} versao="${familia.versao}" xmlns="${familia.namespace}"`,
    writeResponseHeader({ cStat, modelo, tpAmb: campos?.tpAmb }),
    leaf("cUF", cUF),
    layout.repeatsChave ? leaf("dhRecbto", dateTimeOf(call.now, cUF)) : "",
    layout.repeatsChave && chave ? leaf(layout.chave, chave) : "",
    known ? writeState(known, familia, call.now) : "",
  );
  return { cStat, xml };
}

function judge(
  call: ServiceCall,
  layout: QueryLayout,
  campos: Record<"tpAmb" | "xServ" | CampoChave, string> | null,
): CStat {
  const { now, usage, ledger, porta } = call;
  const caller = callerOf(call);
  if (usage.isBlocked(caller, now)) {
    usage.countMisuse("bloqueado");
    return layout.misuseCStat;
  }
  const chave = campos?.[layout.chave] ?? "";
  if (!campos || !isAmbiente(campos.tpAmb) || campos.xServ !== "CONSULTAR" || !hasChaveShape(chave))
    return "215";
  if (usage.countConsulta(caller, chave, now)) {
    usage.countMisuse("mesmaChave");
    usage.block(caller, now, "mesmaChave");
    return layout.misuseCStat;
  }
  const fault = judgeChave(chave, { porta: porta ?? portaOf(layout), now });
  if (fault && !(fault === "226" && isForSvrs(chave, porta))) return fault;
  const known = knownAt(porta, ledger.find(chave));
  if (isTooOld(chave, known, now)) {
    usage.countMisuse("chaveVelha");
    return "526";
  }
  if (!known) return ledger.findSimilar(chave) && !ledger.find(chave) ? "613" : "217";
  if (known.protocolo.ambiente !== campos.tpAmb) return "217";
  const situacao = documentStateOf(known, now);
  return situacao === "autorizada" && known.protocolo.cStat === WITH_ALERTS
    ? WITH_ALERTS
    : STATE_CSTATS[situacao];
}

/** First AAMM of keys of notas without the issuer's IE.   @source NT 2026.007 */
const WITHOUT_IE_SINCE = "2611";
const SVRS = "SVRS";

/** SVRS accepts queries for an NF-e of any UF, since its issuer may have no IE. */
function isForSvrs(chave: string, porta: ServiceCall["porta"]): boolean {
  return (
    porta?.autorizador === SVRS &&
    porta.modelo === MODELOS.NFe.modelo &&
    chave.slice(2, 6) >= WITHOUT_IE_SINCE
  );
}

/** Only SVRS knows a nota without the issuer's IE. */
function knownAt(porta: ServiceCall["porta"], nota: RegisteredNota | undefined): RegisteredNota | undefined {
  const isElsewhere = nota?.documento?.semIe === true && porta !== null && porta.autorizador !== SVRS;
  return isElsewhere ? undefined : nota;
}

/** A State's own address names no model: only the service decides about the key. */
function portaOf({ modelo }: QueryLayout): null | { modelo: string; ufs: [] } {
  return modelo === MODELOS.NFe.modelo ? null : { modelo, ufs: [] };
}

/** Older than 180 days; for an unknown key only its month is known. */
function isTooOld(chave: string, known: RegisteredNota | undefined, now: Date): boolean {
  if (monthsSince(chave, now) > QUERY_MONTHS) return true;
  const emissao = known?.documento?.emissao ?? known?.protocolo.dataRecebimento;
  return emissao !== undefined && now.getTime() - Date.parse(emissao) > QUERY_DAYS * DAY_MS;
}

function writeState(nota: RegisteredNota, familia: DocumentFamily, now: Date): string {
  return (
    writeProt(familia, nota.protocolo) +
    eventosOf(nota, now)
      .map((evento) => evento.procEventoXml)
      .join("")
  );
}
