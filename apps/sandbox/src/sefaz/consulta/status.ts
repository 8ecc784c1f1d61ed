import { MODELOS, ufOfCode } from "@malote/syntax";
import { CTE, type DocumentFamily, MDFE, NFE } from "../../document-generator/documento/document-family.ts";
import { element, leaf } from "../../document-generator/xml/write-xml.ts";
import {
  codigoDaPorta,
  dateTimeOf,
  findFormFault,
  isAmbiente,
  readFields,
  writeResponseHeader,
} from "../message.ts";
import type { CStat } from "../motivos.ts";
import { callerOf, type ServiceCall, type ServiceReply } from "../service-call.ts";
import type { SefazService } from "../services.ts";
import { findSoapHeaderFault } from "./soap-header.ts";

type StatusLayout = { familia: DocumentFamily; sufixo: string; modelo: string; cUF: boolean };

const STATUS_LAYOUTS: Partial<Record<SefazService, StatusLayout>> = {
  NFeStatusServico4: { familia: NFE, sufixo: "", modelo: MODELOS.NFe.modelo, cUF: true },
  CTeStatusServicoV4: { familia: CTE, sufixo: "CTe", modelo: MODELOS.CTe.modelo, cUF: true },
  MDFeStatusServico: { familia: MDFE, sufixo: "MDFe", modelo: MODELOS.MDFe.modelo, cUF: false },
};

/** Returns whether the authorizer is in service. */
export function answerStatus(call: ServiceCall): ServiceReply {
  const layout = STATUS_LAYOUTS[call.pedido.servico];
  if (!layout) throw new RangeError(`${call.pedido.servico} is not a status service`);
  const { familia, sufixo: suffix } = layout;
  const { namespace, versao } = familia;
  const campos = layout.cUF ? (["tpAmb", "cUF", "xServ"] as const) : (["tpAmb", "xServ"] as const);
  const shape = { raiz: `consStatServ${suffix}`, namespace, versao, campos };
  const fields = readFields<"tpAmb" | "cUF" | "xServ">(call.pedido.dadosMsg, shape);
  const cStat = findFormFault(call) ?? findSoapHeaderFault(call) ?? judge(call, layout, fields);
  const cUF = fields && ufOfCode(fields.cUF ?? "") ? fields.cUF : codigoDaPorta(call);
  const modelo = call.porta?.modelo ?? layout.modelo;
  const xml = element(
    `retConsStatServ${suffix} versao="${versao}" xmlns="${namespace}"`,
    writeResponseHeader({ cStat, modelo, tpAmb: fields?.tpAmb }),
    leaf("cUF", cUF),
    leaf("dhRecbto", dateTimeOf(call.now, cUF)),
    cStat === "107" ? leaf("tMed", "1") : "",
  );
  return { cStat, xml };
}

function judge(
  call: ServiceCall,
  layout: StatusLayout,
  fields: Record<"tpAmb" | "cUF" | "xServ", string> | null,
): CStat {
  const { porta, usage, now } = call;
  if (!fields || !isAmbiente(fields.tpAmb) || fields.xServ !== "STATUS") return "215";
  if (layout.cUF) {
    const uf = ufOfCode(fields.cUF);
    if (!uf) return "215";
    if (porta && !porta.ufs.includes(uf)) return "289";
  }
  if (!usage.countStatus(callerOf(call), porta?.modelo ?? layout.modelo, now)) return "107";
  usage.countMisuse("statusSeguido");
  return "656";
}
